import { type CaseRow, limits, pendingStatuses, type Role } from '@portal/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { RightsHomeBox } from '#features/rights/index.ts'
import { bundleQuery, useWholeList } from '#form/choices.ts'
import { LoadFailed } from '#lib/api/load-failed.tsx'
import { useBadges } from '#lib/backoffice/badges.ts'
import { DueOn } from '#lib/backoffice/due-on.tsx'
import { StatusOfCase } from '#lib/backoffice/status-of-case.tsx'
import { useUser } from '#lib/session/current-user.ts'
import { listHref, neighbourHrefs } from '#list/list-address.ts'
import { pageQuery } from '#list/list-query.ts'
import { TextSkeleton } from '#ui/feedback/skeleton.tsx'
import { NavLink } from '#ui/layout/nav-link.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import type { CaseListFilters } from '../filters/case-filters.ts'
import { type CaseList, caseHref, caseLists } from '../list/case-lists.ts'
import { CaseNames } from '../list/case-names.tsx'
import { rememberTrail } from '../list/list-trail.ts'

/** Number of cases in a box. */
const shown = 5

/** The pending work of an operator: late cases, answers, own cases, new cases. */
export function CasesHomePage() {
  const { t } = useTranslation()
  const { firstName, selectedRole } = useUser()
  useFreshBoxes()
  return (
    <>
      <h1>{t('desk.greeting', { name: firstName })}</h1>
      <div className="home-boxes">
        {(homeBoxes[selectedRole] ?? []).map((box) => (
          <CasesBox key={`${box.name} ${box.list.view}`} box={box} />
        ))}
        <RightsHomeBox />
      </div>
    </>
  )
}

/** The boxes follow the badges: when a badge changes, its box is read again. */
function useFreshBoxes() {
  const queryClient = useQueryClient()
  const counts = JSON.stringify(useBadges())
  const seen = useRef(counts)
  useEffect(() => {
    const isFirst = seen.current === undefined
    if (!isFirst && seen.current !== counts) {
      void queryClient.invalidateQueries({ queryKey: ['cases', 'list'] })
      void queryClient.invalidateQueries({ queryKey: ['rights', 'list'] })
    }
    seen.current = counts
  }, [counts, queryClient])
}

function CasesBox({ box: { name, list, filters } }: { box: HomeBox }) {
  const { t } = useTranslation()
  const state = { page: 1, filters, size: limits.page.rows }
  const { data: page, isError, isFetching, refetch } = useQuery(pageQuery(list, state))
  const href = listHref(list, state)
  // The neighbours of a case opened here are those of the list that the box shows the start of.
  const handleOpen = () => {
    if (page) rememberTrail(list.view, { href, ids: page.rows.map(({ id }) => id) }, neighbourHrefs(list, state, page))
  }
  return (
    <Panel
      title={t(`casesHome.${name}`)}
      actions={page && <span className="home-count figures">{page.countIsMore ? `${page.count}+` : page.count}</span>}
    >
      {isError && !page && <LoadFailed isRetrying={isFetching} onRetry={() => refetch()} />}
      {!(page || isError) && <TextSkeleton text={t('cases.loading')} count={shown} />}
      {page?.rows.length === 0 && <p className="home-none">{t(`casesHome.none.${name}`)}</p>}
      {page && page.rows.length > 0 && (
        <>
          <ul className="home-cases">
            {page.rows.slice(0, shown).map((row) => (
              <HomeCase key={row.id} row={row} href={caseHref(list, row.id)} onOpen={handleOpen} />
            ))}
          </ul>
          <NavLink href={href}>{t(`casesHome.all.${name}`)}</NavLink>
        </>
      )}
    </Panel>
  )
}

/** Field of life and place of a case, where known. */
function useAbout({ fieldId, placeProvince, isVirtual }: CaseRow): readonly string[] {
  const { t } = useTranslation()
  const { data: lists } = useQuery(bundleQuery())
  const provinces = useWholeList('province', [])
  const field = lists?.field_of_life?.find(({ id }) => id === fieldId)?.label
  const place = isVirtual ? t('cases.places.virtual') : provinces.find(({ id }) => id === placeProvince)?.label
  return [field, place].filter((text) => text !== undefined)
}

interface HomeCaseProps {
  readonly row: CaseRow
  readonly href: string
  readonly onOpen: () => void
}

function HomeCase({ row, href, onOpen }: HomeCaseProps) {
  const { code, status, dueOn, dueState, excerpt } = row
  const about = useAbout(row)
  return (
    <li>
      <NavLink href={href} onClick={onOpen}>
        <bdi dir="ltr" className="figures">
          {code}
        </bdi>
      </NavLink>
      <StatusOfCase status={status} />
      {dueOn && dueState && <DueOn state={dueState} on={dueOn} />}
      <CaseNames row={row} />
      {about.length > 0 && <span className="home-about">{about.join(' · ')}</span>}
      {excerpt && (
        <span className="home-excerpt written-text" dir="auto">
          {excerpt}
        </span>
      )}
    </li>
  )
}

/** A box of the home page: the first cases of a list that match some filters. */
interface HomeBox {
  readonly name: 'late' | 'unread' | 'mine' | 'fresh' | 'toAssign' | 'proposed' | 'toEnd' | 'myToEnd'
  readonly list: CaseList
  readonly filters: CaseListFilters
}

const { all, mine, outOfRemit, toAssign } = caseLists

// biome-ignore format: a table
const boxes = {
  allLate:  { name: 'late',     list: all,      filters: { isLate: true } },
  myLate:   { name: 'late',     list: mine,     filters: { isLate: true } },
  answers:  { name: 'unread',   list: all,      filters: { hasUnread: true } },
  myAnswers:{ name: 'unread',   list: mine,     filters: { hasUnread: true } },
  mine:     { name: 'mine',     list: mine,     filters: { statuses: ['inWorkOne', 'inWorkTwo', 'external'] } },
  fresh:    { name: 'fresh',    list: all,      filters: { statuses: ['open', 'reopened'], isUnassigned: true } },
  toAssign: { name: 'toAssign', list: toAssign, filters: {} },
  toEnd:    { name: 'toEnd',    list: outOfRemit, filters: { statuses: [...pendingStatuses] } },
  myToEnd:  { name: 'myToEnd',   list: outOfRemit, filters: { isOwn: true, statuses: [...pendingStatuses] } },
  // Reads all lists: dismissed cases are in none of the others.
  proposed: { name: 'proposed', list: all,      filters: { isClosingProposed: true, isEverywhere: true } },
} as const satisfies Record<string, HomeBox>

/** The boxes of each role, the most urgent first. */
export const homeBoxes: Partial<Record<Role, readonly HomeBox[]>> = {
  manager: [boxes.allLate, boxes.toAssign, boxes.proposed, boxes.fresh, boxes.answers, boxes.toEnd],
  operatorOne: [boxes.myLate, boxes.myAnswers, boxes.mine, boxes.myToEnd, boxes.fresh],
  operatorTwo: [boxes.myLate, boxes.myAnswers, boxes.mine, boxes.myToEnd, boxes.fresh],
}
