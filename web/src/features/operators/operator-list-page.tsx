import {
  listOperators,
  type OperatorFilters,
  type OperatorRole,
  type OperatorRow,
  operatorRoles,
  type PlainDate,
  paths,
  roleCodes,
  searchOperators,
} from '@portal/contract'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { ExportButton, exportBulk } from '#features/exports/index.ts'
import { call } from '#lib/api/call.ts'
import { shortcut } from '#lib/backoffice/desk-keys.ts'
import { ShowDay } from '#lib/i18n/format.tsx'
import { siteHref } from '#lib/page/page-settings.ts'
import type { List, ListSource } from '#list/list.ts'
import { ListPage } from '#list/list-page.tsx'
import { RowLink } from '#list/row-link.tsx'
import { buttonClass } from '#ui/button.tsx'
import type { Column } from '#ui/data-table.tsx'
import type { Elements } from '#ui/elements.tsx'
import { NavLink } from '#ui/layout/nav-link.tsx'
import { nameOf, operatorHref, rolesText } from './operator-name.ts'
import { OperatorState, stateOf } from './operator-state.tsx'

/** What the list is narrowed by. */
interface ListFilters {
  /** Name, tax code or address, which must not stand in an address. */
  readonly words?: string
  readonly from?: PlainDate
  readonly to?: PlainDate
  readonly roles?: readonly OperatorRole[]
  readonly isEnabled?: boolean
}

const midnight = (day: PlainDate | undefined) => day && new Date(`${day}T00:00:00.000Z`)

export const filtersForServer = ({ from, to, roles, isEnabled }: ListFilters): OperatorFilters => ({
  enabledFrom: midnight(from),
  enabledTo: midnight(to),
  roles: roles && [...roles],
  isEnabled,
})

/** Where the list of the people who work here is, and how it is read. */
export const operatorSource: ListSource<OperatorRow, ListFilters> = {
  name: 'operators',
  path: paths.operatorList,
  queryKey: ['operators', 'list'],
  fetchPage: ({ page, filters: { words, ...others } }, signal) => {
    const filters = filtersForServer(others)
    if (words === undefined) return call(listOperators, { query: { ...page, filters } }, { signal })
    return call(searchOperators, { body: { ...page, filters: { ...filters, words } } }, { signal })
  },
  filters: {
    words: { kind: 'text', wire: 'nominativo', isSealed: true, maxLength: 254 },
    from: { kind: 'day', wire: 'data_abilitazione_da' },
    to: { kind: 'day', wire: 'data_abilitazione_a', notBefore: 'from' },
    roles: {
      kind: 'boxes',
      wire: 'ruoli',
      names: Object.fromEntries(operatorRoles.map((role) => [role, roleCodes[role]])),
      nameOf: (t, name) => t(`roles.${name as OperatorRole}`),
    },
    isEnabled: {
      kind: 'either',
      wire: 'flag_abilitazione',
      answersOf: (t) => [t('operators.states.enabled'), t('operators.states.disabled')],
      noneOf: (t) => t('operators.allStates'),
    },
  },
}

const operatorList: List<OperatorRow, ListFilters> = {
  ...operatorSource,
  textsOf: (t) => ({
    title: t('operators.title'),
    empty: t('operators.none'),
    emptyNarrowed: t('operators.noneFound'),
    wordsForgotten: t('operators.wordsForgotten'),
  }),
  filterLabel: (t, key) => (key === 'roles' ? t('operators.fields.roles') : t(`operators.filters.${key}`)),
  useColumns: () => operatorColumns(useTranslation().t),
  rowHref: ({ id }) => operatorHref(id),
  exportButton: ({ filters: { words, ...others }, orderings }) => (
    <ExportButton kind="operators" rows={{ filters: { ...filtersForServer(others), words }, orderings }} />
  ),
  bulk: exportBulk('operators', (t, row) => t('exportPage.select', { name: nameOf(row) })),
  Actions: NewOperator,
}

/** The people who work here. */
export const OperatorListPage = () => <ListPage list={operatorList} />

function NewOperator({ children }: { readonly children: Elements }) {
  const { t } = useTranslation()
  return (
    <>
      {children}
      <NavLink {...shortcut('new')} href={siteHref(paths.operatorNew)} className={buttonClass()}>
        {t('operators.new')}
      </NavLink>
    </>
  )
}

const operatorColumns = (t: TFunction): Column<OperatorRow>[] => [
  {
    id: 'name',
    header: t('operators.columns.name'),
    isRowHeader: true,
    isWrapped: true,
    cell: (row) => (
      <RowLink id={row.id} href={operatorHref(row.id)}>
        {nameOf(row)}
      </RowLink>
    ),
  },
  {
    id: 'taxCode',
    header: t('operators.fields.taxCode'),
    width: '10.5rem',
    isFoldedOnTablet: true,
    cell: ({ taxCode }) => (
      <bdi dir="ltr" className="figures">
        {taxCode}
      </bdi>
    ),
  },
  {
    id: 'mail',
    header: t('operators.fields.mail'),
    width: '14rem',
    isWrapped: true,
    isFoldedOnTablet: true,
    cell: ({ mail }) => (mail ? <bdi dir="ltr">{mail}</bdi> : '–'),
  },
  {
    id: 'roles',
    header: t('operators.fields.roles'),
    isWrapped: true,
    cell: ({ roles }) => rolesText(t, roles),
  },
  {
    id: 'state',
    header: t('operators.columns.state'),
    width: '8.25rem',
    cell: (row) => <OperatorState operator={row} />,
  },
  { id: 'since', header: t('operators.columns.since'), width: '6.5rem', cell: (row) => <Since row={row} /> },
]

/** Since when the account is open or closed, or from when it will be open. */
function Since({ row }: { row: OperatorRow }) {
  const [, at] = stateOf(row, new Date())
  return at ? <ShowDay instant={at} /> : <span>–</span>
}
