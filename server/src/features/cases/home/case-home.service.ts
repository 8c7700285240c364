import {
  type CaseBox,
  type CaseRow,
  type HomeBox,
  type HomeBoxName,
  homeBoxes,
  homeRows,
  limits,
  type PlainDate,
  withDefaultStatuses,
} from '@portal/contract'
import { AppError } from '#platform/app-error.ts'
import { todayOf } from '#platform/clock.ts'
import { defineStatement } from '#platform/database/statement.ts'
import type { Caller, Reader } from '#platform/session/caller.ts'
import type { CaseNeeds } from '../case-needs.ts'
import { type ListedRow, openRows } from '../cases.store.ts'
import { preparedList, recordListRead, shortListOrderOf } from '../list/case-listing.ts'
import { keyOfPlace, officeOrder } from '../list/case-order.ts'
import { defaultScanLimits, shareOfMinute } from '../list/case-page.store.ts'
import { planWithoutSources } from '../list/case-query-plan.ts'
import { createLargeListCache } from '../list/large-list-cache.ts'
import { presentRow } from '../record/case-present.ts'
import { presentOf } from '../record/case-reading.ts'
import { type BoxList, type BoxRow, boxesStatement } from './case-home.store.ts'

const { exactCount } = limits.page

const boxesOf = ({ selectedRole }: Reader) => homeBoxes[selectedRole] ?? []

/** The lists of the boxes of a user. */
function listsOf(needs: CaseNeeds, user: Reader, areLarge: readonly boolean[]): BoxList[] {
  return boxesOf(user).map(({ view, filters }, index) => {
    const { scope, query } = preparedList(needs, withDefaultStatuses(view, filters), { view }, user)
    return {
      list: { scope, plan: planWithoutSources(query), order: officeOrder },
      shortOrder: shortListOrderOf(needs, filters),
      isLarge: areLarge[index] ?? false,
    }
  })
}

/** The rows that show a case, each case once, in the order of the boxes. */
function shownIn(rows: readonly BoxRow[]): ListedRow[] {
  const isListed = (row: BoxRow): row is BoxRow & ListedRow => row.id !== null
  const listed = new Map(rows.filter(isListed).map((row) => [row.id, row]))
  const inOrder = rows.toSorted((one, other) => one.box - other.box).flatMap(({ ids }) => ids.slice(0, homeRows))
  return [...new Set(inOrder)].flatMap((id) => listed.get(id) ?? [])
}

/** A box as the call answers it; `shown` are the cases of all boxes by their ids. */
function presentBox(
  name: HomeBoxName,
  { count, ids, lastKey }: Pick<BoxRow, 'count' | 'ids' | 'lastKey'>,
  shown: ReadonlyMap<number, CaseRow>,
): CaseBox {
  const lastId = ids.at(-1)
  const isMore = count > exactCount
  return {
    name,
    count: isMore ? exactCount : count,
    ...(isMore && { countIsMore: true }),
    rows: ids.slice(0, homeRows).flatMap((id) => shown.get(id) ?? []),
    ids: [...ids],
    ...(lastId !== undefined && lastKey !== null && { lastKey: keyOfPlace(lastKey, lastId) }),
  }
}

/** The name of a list for what is known of its length: the lists of the office are those of everybody in a role. */
const keyOf = ({ name, view, filters }: HomeBox, { id, selectedRole }: Reader) =>
  JSON.stringify([name, view === 'mine' || filters.isOwn ? id : selectedRole])

interface HomeShape {
  readonly user: Reader
  readonly day: PlainDate
  readonly areLarge: readonly boolean[]
}

/** The home page of operators: a box for each kind of pending work. */
export function createCaseHome(needs: CaseNeeds) {
  const { db, vault, clock } = needs
  const largeLists = createLargeListCache(clock)
  const readBoxes = defineStatement((from, _hole, { user, areLarge }: HomeShape) =>
    boxesStatement(from, listsOf(needs, user, areLarge)),
  )

  return {
    /** The boxes of the caller's role: the same cases, in the same order, as the lists that they lead to. */
    async home({ user: { id, selectedRole }, audit }: Caller): Promise<{ boxes: CaseBox[] }> {
      const user: Reader = { id, selectedRole }
      const boxes = boxesOf(user)
      if (boxes.length === 0) throw new AppError('not_allowed')
      const keys = boxes.map((box) => keyOf(box, user))
      const areLarge = keys.map((key) => largeLists.find(key) !== undefined)
      const rows = await readBoxes(db, {}, { user, day: todayOf(clock), areLarge })
      const opened = await openRows(vault, shownIn(rows))
      recordListRead(audit, opened)
      const present = presentOf(needs)
      const shown = new Map(opened.map((row) => [row.id, presentRow(present, row)]))
      return {
        boxes: boxes.map(({ name }, index) => {
          const found = rows.find(({ box }) => box === index)
          if (!found) throw new Error(`The statement left out the box ${name}.`)
          const share = shareOfMinute(found.count, defaultScanLimits)
          if (share > 0 && !areLarge[index]) largeLists.remember(keys[index] ?? '', 'window', share)
          return presentBox(name, found, shown)
        }),
      }
    },
  }
}
