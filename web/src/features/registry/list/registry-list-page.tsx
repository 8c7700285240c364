import {
  listOrganisations,
  mayWriteRegistry,
  type OrganisationDetailRow,
  type OrganisationFilters,
  type PersonDetailRow,
  type PersonFilters,
  paths,
  type RegistryKind,
} from '@portal/contract'
import { Navigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { ExportButton, exportBulk } from '#features/exports/index.ts'
import { shortcut } from '#lib/backoffice/desk-keys.ts'
import { useUser } from '#lib/session/current-user.ts'
import { fromSearch } from '#list/from-endpoint.ts'
import type { List } from '#list/list.ts'
import { ListPage } from '#list/list-page.tsx'
import { buttonClass } from '#ui/button.tsx'
import type { Elements } from '#ui/elements.tsx'
import { NavLink } from '#ui/layout/nav-link.tsx'
import { PageTabs } from '#ui/layout/page-tabs.tsx'
import { listLink, nameOf, newRecordHref, type RecordRow, recordHref, registryLabel } from '../registry-kinds.ts'
import { useRecordColumns } from './record-columns.tsx'
import { type FilterGroup, organisationFilters, people } from './registry-filters.ts'

type FilterKey = keyof (PersonFilters & OrganisationFilters)

const exportKinds = { person: 'people', organisation: 'organisations' } as const

/** What both lists have in common; a change of a record makes them read again. */
const common = <Row extends RecordRow, F extends object>(kind: RegistryKind) =>
  ({
    queryKey: ['registry', 'list', kind],
    hasSizes: true,
    textsOf: (t) => ({
      title: t(`registry.lists.${kind}`),
      empty: t('desk.empty'),
      next: t(`registry.nothingYet.${kind}`),
      nextNarrowed: t('registry.nothingFound'),
      loading: t('registry.listLoading'),
      wordsForgotten: t('registry.wordsForgotten'),
    }),
    filterLabel: (t, key) => filterLabel(t, key as FilterKey),
    groupLabel: (t, group) => t(`registry.filterGroups.${group as FilterGroup}`),
    useColumns: (view) => useRecordColumns(kind, view),
    rowHref: ({ id }) => recordHref(kind, id),
    exportButton: ({ filters, orderings }) => <ExportButton kind={exportKinds[kind]} rows={{ filters, orderings }} />,
    bulk: exportBulk<Row>(exportKinds[kind], (t, row) => t('exportPage.select', { name: nameOf(row) })),
    className: 'record-table',
  }) satisfies Partial<List<Row, F>>

type Translate = Parameters<typeof registryLabel>[0]

function filterLabel(t: Translate, key: FilterKey): string {
  if (key === 'taxCode') return registryLabel(t, 'taxCode')
  if (key === 'vat') return t('register.filters.number')
  return t(`registry.filters.${key}`)
}

const PeopleActions = ({ children }: { readonly children: Elements }) => (
  <>
    {children}
    <NewRecord kind="person" />
  </>
)
const BodiesActions = ({ children }: { readonly children: Elements }) => (
  <>
    {children}
    <NewRecord kind="organisation" />
  </>
)

const peopleList: List<PersonDetailRow, PersonFilters> = {
  ...people,
  ...common<PersonDetailRow, PersonFilters>('person'),
  Intro: () => <Kinds current="person" />,
  Actions: PeopleActions,
}

const organisations: List<OrganisationDetailRow, OrganisationFilters> = {
  ...fromSearch(listOrganisations),
  ...common<OrganisationDetailRow, OrganisationFilters>('organisation'),
  path: paths.organisationList,
  filters: organisationFilters,
  Intro: () => <Kinds current="organisation" />,
  Actions: BodiesActions,
}

/** The people of the registry; users who may not read people are redirected to the bodies (decisions §2). */
export const PersonListPage = () =>
  mayWriteRegistry(useUser().selectedRole) ? (
    <ListPage list={peopleList} />
  ) : (
    <Navigate to={paths.organisationList} replace />
  )

/** The legal persons of the registry. */
export const OrganisationListPage = () => <ListPage list={organisations} />

const kinds: readonly RegistryKind[] = ['person', 'organisation']

/** Switches between the two lists, for those who may read both. */
function Kinds({ current }: { readonly current: RegistryKind }) {
  const { t } = useTranslation()
  if (!mayWriteRegistry(useUser().selectedRole)) return null
  return (
    <PageTabs
      label={t('registry.title')}
      tabs={kinds.map((kind) => ({
        href: listLink(t, kind).href,
        text: t(`registry.tabs.${kind}`),
        isCurrent: kind === current,
      }))}
    />
  )
}

function NewRecord({ kind }: { readonly kind: RegistryKind }) {
  const { t } = useTranslation()
  if (!mayWriteRegistry(useUser().selectedRole)) return null
  return (
    <NavLink {...shortcut('new')} href={newRecordHref(kind)} className={buttonClass()}>
      {t(`registry.add.${kind}`)}
    </NavLink>
  )
}
