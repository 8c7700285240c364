import {
  type CaseHome,
  type CaseRow,
  type HomeTab,
  homeBoxes,
  homeRows,
  limits,
  paths,
  type Role,
} from '@portal/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { bundleQuery, useIsLoadingLists, useWholeList } from '#form/choices.ts'
import type { Queued, QueueSource } from '#lib/backoffice/queue.tsx'
import { StatusOfCase } from '#lib/backoffice/status-of-case.tsx'
import { siteHref } from '#lib/page/page-settings.ts'
import { useUser } from '#lib/session/current-user.ts'
import { listHref, neighbourHrefs } from '#list/list-address.ts'
import { Button } from '#ui/button.tsx'
import { NavLink } from '#ui/layout/nav-link.tsx'
import { caseHomeQuery } from '../cases.queries.ts'
import type { CaseListFilters } from '../filters/case-filters.ts'
import { caseLists } from '../list/case-lists.ts'
import { CaseNames } from '../list/case-names.tsx'
import { rememberTrail } from '../list/list-trail.ts'

interface CaseQueue extends QueueSource {
  /** The counts of all tabs; undefined while they load. */
  readonly tabs: CaseHome['tabs'] | undefined
  /** How many reporters the user has to inform; undefined while it loads. */
  readonly toInform: number | undefined
}

/** The cases of a tab of the home page, and the counts of all its tabs. */
export function useCaseQueue(tab: HomeTab): CaseQueue {
  const { t } = useTranslation()
  const { selectedRole } = useUser()
  const shown = useShownRows(tab)
  const { data, isPlaceholderData, isError, isFetching, refetch } = useQuery(caseHomeQuery(tab, shown.rows))
  // While more rows load, those of the same tab stay.
  const home = isPlaceholderData && !shown.isMore ? undefined : data
  const place = placeOf(tab, selectedRole)
  const toQueued = useQueuedCase(place.list.detailPath)
  // With their field and place at once: a row that gets them later moves its words aside.
  const isNaming = useIsLoadingLists()
  const count = data?.tabs.find(({ name }) => name === tab)?.count ?? 0
  const canShowMore = home && home.rows.length < Math.min(count, homeRows.most)
  return {
    tabs: data?.tabs,
    toInform: data?.toInform,
    rows: isNaming ? undefined : home?.rows.map(({ row, step }) => toQueued(row, t(`casesHome.steps.${step}`))),
    emptyText: t(`casesHome.none.${tab}`),
    loadingText: t('cases.loading'),
    hasFailed: isError && !data,
    isFetching,
    refetch,
    onOpen: () => home && rememberHome(home, tab, place),
    foot: (
      <>
        {canShowMore && (
          <Button
            variant="secondary"
            pending={isPlaceholderData}
            pendingText={t('cases.loading')}
            onClick={shown.showMore}
          >
            {t('queue.more')}
          </Button>
        )}
        {tab !== 'everything' && <NavLink href={place.href}>{t(`casesHome.all.${tab}`)}</NavLink>}
      </>
    ),
  }
}

/** The least height of a row, in pixels. */
const rowHeight = 64

/** How many rows each tab shows: at first as many as the window has room for. */
function useShownRows(tab: HomeTab) {
  const [rowsOf, setRowsOf] = useState<Partial<Record<HomeTab, number>>>({})
  const [first] = useState(() =>
    Math.min(Math.max(Math.ceil(window.innerHeight / rowHeight), homeRows.first), homeRows.more),
  )
  const rows = rowsOf[tab] ?? first
  return {
    rows,
    isMore: rows > first,
    showMore: () => setRowsOf((known) => ({ ...known, [tab]: Math.min(rows + homeRows.more, homeRows.most) })),
  }
}

type QueuePlace = ReturnType<typeof placeOf>

/** The list that a tab shows the start of, in order of term; all cases together are no list, and lead back to the home page. */
function placeOf(tab: HomeTab, role: Role) {
  const box = homeBoxes[role]?.find(({ name }) => name === tab)
  if (!box) return { list: caseLists.all, state: undefined, href: siteHref(paths.deskHome) }
  const isEverywhere = box.view === 'everywhere'
  const filters: CaseListFilters = isEverywhere ? { ...box.filters, isEverywhere } : box.filters
  const list = caseLists[isEverywhere ? 'all' : box.view]
  const state = { page: 1, filters, size: limits.page.rows, sort: byTerm }
  return { list, state, href: listHref(list, { filters, sort: byTerm }) }
}

const byTerm = { column: 'due', direction: 'ascending' } as const

/** The neighbours of a case that is opened from the home page are those of its tab, and after them those of the list behind it. */
function rememberHome({ ids, lastKey, tabs }: CaseHome, tab: HomeTab, { list, state, href }: QueuePlace) {
  const page = Math.ceil(ids.length / limits.page.rows)
  const from = (page - 1) * limits.page.rows + 1
  const { count = 0, countIsMore } = tabs.find(({ name }) => name === tab) ?? {}
  const last = { rows: ids.slice(from - 1), from, to: ids.length, count, countIsMore, lastKey }
  const next = state && neighbourHrefs(list, { ...state, page }, last).next
  rememberTrail(list.view, { href, ids }, { next })
}

/** A case as a row of the queue. */
export function useQueuedCase(detailPath: (typeof caseLists)['all']['detailPath']) {
  const { t } = useTranslation()
  const { data: lists } = useQuery(bundleQuery())
  const provinces = useWholeList('province', [])
  return (row: CaseRow, step: string): Queued => {
    const { id, code, status, dueOn, dueState, excerpt, fieldId, isVirtual, placeProvince } = row
    const field = lists?.field_of_life?.find((one) => one.id === fieldId)?.label
    const place = isVirtual ? t('cases.places.virtual') : provinces.find((one) => one.id === placeProvince)?.label
    return {
      id,
      href: siteHref(detailPath, { id }),
      name: code,
      who: <CaseNames row={row} />,
      status: <StatusOfCase status={status} />,
      about: [field, place].filter((text) => text !== undefined),
      excerpt,
      step,
      due: dueOn && dueState && { state: dueState, on: dueOn },
    }
  }
}
