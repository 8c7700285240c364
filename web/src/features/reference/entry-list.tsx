import {
  childListsOf,
  entryDenial,
  hasOwnOrder,
  listReferenceEntries,
  parentListOf,
  paths,
  placeLists,
  type ReferenceEntry,
  type ReferenceEntryFilters,
  type ReferenceList,
  referenceEntryStates,
  referenceLists,
  translatedLists,
} from '@portal/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { shortcut } from '#lib/backoffice/desk-keys.ts'
import { formatInstant } from '#lib/i18n/format.tsx'
import { siteHref } from '#lib/page/page-settings.ts'
import { fromEndpoint } from '#list/from-endpoint.ts'
import type { List, ListView } from '#list/list.ts'
import { listHref } from '#list/list-address.ts'
import { Button } from '#ui/button.tsx'
import type { Elements } from '#ui/elements.tsx'
import { NavLink } from '#ui/layout/nav-link.tsx'
import { useEntryColumns } from './entry-columns.tsx'
import { EntryDetail } from './entry-detail.tsx'
import { AddDialog } from './entry-dialog.tsx'
import { entryListKey, listsQuery } from './reference.queries.ts'
import { useShownList } from './use-shown-list.ts'

type EntryState = keyof typeof referenceEntryStates

const listWords = Object.fromEntries(Object.entries(referenceLists).map(([list, { path }]) => [list, path]))

const source = {
  ...fromEndpoint<ReferenceEntry, ReferenceEntryFilters>(listReferenceEntries),
  path: paths.referenceEntries,
  defaultSort: () => ({ column: 'order', direction: 'ascending' as const }),
  hasSizes: true,
} as const

/** The filters of a list; the list itself is one that links set. */
const filtersOf = (parents: ReferenceList | undefined): List<ReferenceEntry, ReferenceEntryFilters>['filters'] => ({
  list: { kind: 'choice', wire: 'lista', names: listWords, isHidden: true, isFixed: true },
  words: { kind: 'text', wire: 'testo', maxLength: 100 },
  ...(parents && {
    parentId: { kind: 'choice', wire: 'id_superiore', list: parents, noneOf: (t) => t('referenceLists.allParents') },
  }),
  state: {
    kind: 'choice',
    wire: 'stato',
    names: referenceEntryStates,
    nameOf: (t, name) => t(`referenceLists.states.${name as EntryState}`),
    noneOf: (t) => t('referenceLists.allStates'),
  },
})

/** The address of the entries of a list, all or those of a state or under a parent. */
export const entriesHref = (list: ReferenceList, narrowed: Omit<ReferenceEntryFilters, 'list'> = {}) =>
  listHref({ ...source, filters: filtersOf(parentListOf(list)) }, { filters: { list, ...narrowed } })

function createEntryList(list: ReferenceList): List<ReferenceEntry, ReferenceEntryFilters> {
  return {
    ...source,
    name: `referenceEntries-${list}`,
    queryKey: entryListKey(list),
    filters: filtersOf(parentListOf(list)),
    textsOf: (t) => ({
      title: t(`referenceLists.names.${list}`),
      empty: t('referenceLists.noEntries'),
      emptyNarrowed: t('referenceLists.noneFound'),
      loading: t('referenceLists.loadingEntries'),
    }),
    filterLabel: (t, key) => t(`referenceLists.fields.${key}`),
    useColumns: useEntryColumns,
    detailOf: (t) => ({
      header: t('referenceLists.entry.detail'),
      label: ({ labels }) => t('referenceLists.entry.detailOf', { name: labels.it }),
      content: (entry) => <EntryDetail list={list} entry={entry} />,
    }),
    Actions: EntryActions,
    Intro: Introduction,
  }
}

const created = new Map<ReferenceList, List<ReferenceEntry, ReferenceEntryFilters>>()

/** The list page of a reference list; the same value at each call, because a page compares it. */
export function entryListOf(list: ReferenceList): List<ReferenceEntry, ReferenceEntryFilters> {
  const known = created.get(list) ?? createEntryList(list)
  created.set(list, known)
  return known
}

function EntryActions({ children }: { readonly children: Elements }) {
  const { t } = useTranslation()
  const list = useShownList()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <NavLink href={siteHref(paths.referenceLists)}>{t('referenceLists.back')}</NavLink>
      {children}
      {list && !entryDenial('add', list) && (
        <Button {...shortcut('new')} icon="it-plus" onClick={() => setOpen(true)}>
          {t('referenceLists.add.button')}
        </Button>
      )}
      {list && isOpen && <AddDialog list={list} onClose={() => setOpen(false)} />}
    </>
  )
}

const orderOf = (list: ReferenceList) => {
  if (placeLists.some((one) => one === list)) return 'places'
  if (entryDenial('add', list)) return 'closed'
  return hasOwnOrder(list) ? 'own' : 'alphabetical'
}

/** What is to be known of a list before it is changed. */
function Introduction({ filters: { list } }: ListView<ReferenceEntry, ReferenceEntryFilters>) {
  const { t } = useTranslation()
  const { data } = useQuery(listsQuery)
  const checkedAt = data?.find((row) => row.list === list)?.checkedAt
  const sentences = [
    t(`referenceLists.order.${orderOf(list)}`),
    ...(translatedLists.includes(list) && orderOf(list) !== 'places' ? [t('referenceLists.toTranslate')] : []),
    ...(checkedAt ? [t('referenceLists.checked', { date: formatInstant(checkedAt) })] : []),
  ]
  return (
    <>
      <p>{sentences.join(' ')}</p>
      {childListsOf(list).map((child) => (
        <p key={child}>
          <NavLink href={entriesHref(child)}>
            {t('referenceLists.uses.below', { list: t(`referenceLists.names.${child}`) })}
          </NavLink>
        </p>
      ))}
    </>
  )
}
