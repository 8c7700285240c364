import {
  type CaseBox,
  type CaseRow,
  getCaseHome,
  type HomeBox,
  homeBoxes,
  homeRows,
  type Page,
  type Role,
  searchCases,
  withDefaultStatuses,
} from '@portal/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { type Caller, startTestApp, type TestApp } from '../../../../test/build-app.ts'
import { insertManyCases, madeUpCases } from '../../../../test/many-cases.ts'

const roles = Object.keys(homeBoxes) as Role[]

let portal: TestApp
const callers = {} as Record<Role, Caller>
beforeAll(async () => {
  portal = await startTestApp()
  for (const role of roles) callers[role] = await portal.as(role)
}, 60_000)
afterAll(() => portal.close())

/** The first page of the list behind a box, as the screen asks for it. */
const listBehind = (caller: Caller, { view, filters }: HomeBox): Promise<Page<CaseRow>> =>
  caller.call(searchCases, {
    query: { view },
    wire: z.encode(searchCases.body, { filters: withDefaultStatuses(view, filters) }) as object,
  })

const shownOf = ({ rows, count, countIsMore, lastKey }: Page<CaseRow>): Omit<CaseBox, 'name'> => ({
  count,
  ...(countIsMore && { countIsMore }),
  rows: rows.slice(0, homeRows),
  ids: rows.map(({ id }) => id),
  ...(lastKey !== undefined && { lastKey }),
})

/** Reads the home page of a role and compares each box with its list. */
async function compare(role: Role): Promise<readonly CaseBox[]> {
  const { boxes } = await callers[role].call(getCaseHome)
  const behind = homeBoxes[role] ?? []
  expect(boxes.map(({ name }) => name)).toEqual(behind.map(({ name }) => name))
  for (const [index, box] of behind.entries()) {
    const { name, ...shown } = boxes[index] as CaseBox
    expect(shown, `${role}: ${name}`).toEqual(shownOf(await listBehind(callers[role], box)))
  }
  return boxes
}

describe.each(roles)('the home page of %s', (role) => {
  test('is empty boxes where there are no cases', async () => {
    const boxes = await compare(role)
    for (const box of boxes) expect(box).toMatchObject({ count: 0, rows: [], ids: [] })
  })
})

describe('among many cases', () => {
  beforeAll(async () => {
    const people = await Promise.all(roles.map((role) => portal.idOf(role)))
    await insertManyCases(portal, madeUpCases(1500, people, portal.clock.now()))
  }, 60_000)

  test.each(roles)('the boxes of %s have what their lists have: counts, rows and the first page', async (role) => {
    const boxes = await compare(role)
    for (const { name, rows } of boxes) expect([name, rows.length]).toEqual([name, homeRows])
  })

  test.each(roles)('the audit entry of %s names the cases that are shown, in the order of the boxes', async (role) => {
    const { boxes } = await callers[role].call(getCaseHome)
    const { rows } = await portal.database.pool.query('select record_ids from audit_entries order by id desc limit 1')
    const shown = new Set(boxes.flatMap((box) => box.rows.map(({ id }) => id)))
    expect(rows[0].record_ids.map(Number)).toEqual([...shown])
  })
})

describe('of more cases than are counted', () => {
  const addLate = (from: number, to: number) =>
    portal.database.pool.query(
      `insert into cases (protocol_year, protocol_number, status, created_at, worked_from, reporter_type_id, language_id, channel_id)
       select 1981, n, 'external', now(), $1, 1, 1, 2 from generate_series($2::int, $3::int) as n`,
      [new Date('2026-01-01'), from, to],
    )

  test('the box has no order of its own any more, and says that there are more, also once that is known', async () => {
    for (const [from, to] of [
      [1, 10_100],
      [10_101, 10_600],
    ] as const) {
      await addLate(from, to)
      for (const _time of ['first', 'second'])
        expect((await compare('manager'))[0]).toMatchObject({ name: 'late', count: 10_000, countIsMore: true })
    }
  }, 60_000)

  test('the box is counted again after a minute, however often it was read in between', async () => {
    portal.clock.advance(61)
    for (const _time of ['first', 'second', 'third']) {
      await compare('manager')
      portal.clock.advance(25)
    }
    await portal.database.pool.query('delete from cases where protocol_year = 1981 and protocol_number > 9000')
    const [late] = await compare('manager')
    expect(late).toMatchObject({ name: 'late' })
    expect(late?.countIsMore).toBeUndefined()
    expect(late?.count).toBeLessThan(10_000)
  }, 60_000)
})
