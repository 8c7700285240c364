import { type CaseBox, type CaseRow, type HomeBox, homeBoxes, homeRows, limits } from '@portal/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { RegisterHomeBox } from '#features/associations/index.ts'
import { RightsHomeBox } from '#features/rights/index.ts'
import { bundleQuery, useWholeList } from '#form/choices.ts'
import { LoadFailed } from '#lib/api/load-failed.tsx'
import { useBadges } from '#lib/backoffice/badges.ts'
import { DueOn } from '#lib/backoffice/due-on.tsx'
import { StatusOfCase } from '#lib/backoffice/status-of-case.tsx'
import { useUser } from '#lib/session/current-user.ts'
import { listHref, neighbourHrefs } from '#list/list-address.ts'
import { TextSkeleton } from '#ui/feedback/skeleton.tsx'
import { NavLink } from '#ui/layout/nav-link.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { caseHomeQuery } from '../cases.queries.ts'
import type { CaseListFilters } from '../filters/case-filters.ts'
import { caseHref, caseLists } from '../list/case-lists.ts'
import { CaseNames } from '../list/case-names.tsx'
import { rememberTrail } from '../list/list-trail.ts'

/** The pending work of an operator: late cases, answers, own cases, new cases. */
export function CasesHomePage() {
  const { t } = useTranslation()
  const { firstName, selectedRole } = useUser()
  useFreshBoxes()
  const { data: home, isError, isFetching, refetch } = useQuery(caseHomeQuery)
  const hasFailed = isError && !home
  return (
    <>
      <h1>{t('desk.greeting', { name: firstName })}</h1>
      {hasFailed && <LoadFailed isRetrying={isFetching} onRetry={() => refetch()} />}
      <div className="home-boxes">
        {!hasFailed &&
          homeBoxes[selectedRole]?.map((box) => (
            <CasesBox key={box.name} box={box} found={home?.boxes.find(({ name }) => name === box.name)} />
          ))}
        <RightsHomeBox />
        <RegisterHomeBox />
      </div>
    </>
  )
}

/** The boxes follow the badges: when a badge changes, they are read again. */
function useFreshBoxes() {
  const queryClient = useQueryClient()
  const counts = JSON.stringify(useBadges())
  const seen = useRef(counts)
  useEffect(() => {
    const isFirst = seen.current === undefined
    if (!isFirst && seen.current !== counts) {
      void queryClient.invalidateQueries({ queryKey: caseHomeQuery.queryKey })
      void queryClient.invalidateQueries({ queryKey: ['rights', 'list'] })
    }
    seen.current = counts
  }, [counts, queryClient])
}

/** The list that a box shows the start of, and its first page as an address names it. */
function listOf({ view, filters }: HomeBox) {
  const isEverywhere = view === 'everywhere'
  const shown: CaseListFilters = isEverywhere ? { ...filters, isEverywhere } : filters
  return {
    list: caseLists[isEverywhere ? 'all' : view],
    state: { page: 1, filters: shown, size: limits.page.rows },
  }
}

function CasesBox({ box, found }: { box: HomeBox; found: CaseBox | undefined }) {
  const { t } = useTranslation()
  const { name } = box
  return (
    <Panel
      title={t(`casesHome.${name}`)}
      actions={
        found && <span className="home-count figures">{found.countIsMore ? `${found.count}+` : found.count}</span>
      }
    >
      {!found && <TextSkeleton text={t('cases.loading')} count={homeRows} />}
      {found?.rows.length === 0 && <p className="home-none">{t(`casesHome.none.${name}`)}</p>}
      {found && found.rows.length > 0 && <FoundCases box={box} found={found} />}
    </Panel>
  )
}

function FoundCases({ box, found: { ids, ...found } }: { box: HomeBox; found: CaseBox }) {
  const { t } = useTranslation()
  const { list, state } = listOf(box)
  const href = listHref(list, state)
  // The neighbours of a case opened here are those of the list that the box shows the start of.
  const handleOpen = () =>
    rememberTrail(
      list.view,
      { href, ids },
      neighbourHrefs(list, state, { ...found, rows: ids, from: 1, to: state.size }),
    )
  return (
    <>
      <ul className="home-cases">
        {found.rows.map((row) => (
          <HomeCase key={row.id} row={row} href={caseHref(list, row.id)} onOpen={handleOpen} />
        ))}
      </ul>
      <NavLink href={href}>{t(`casesHome.all.${box.name}`)}</NavLink>
    </>
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
        <bdi dir="ltr" translate="no" className="figures">
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
