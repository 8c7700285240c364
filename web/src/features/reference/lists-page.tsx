import { placeLists, type ReferenceListOverview } from '@portal/contract'
import { useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { LoadFailed } from '#lib/api/load-failed.tsx'
import { type Column, DataTable } from '#ui/data-table.tsx'
import { NavLink } from '#ui/layout/nav-link.tsx'
import { entriesHref } from './entry-list.tsx'
import { listsQuery } from './reference.queries.ts'

/** The reference lists with the numbers of their entries, for RUP. */
export function ListsPage() {
  const { t } = useTranslation()
  const { data, isError, isFetching, refetch } = useQuery(listsQuery)
  const isOfPlaces = ({ list }: ReferenceListOverview) => placeLists.some((one) => one === list)
  const sorted = data && [...data].sort((one, other) => nameOf(t, one).localeCompare(nameOf(t, other), 'it'))
  const table = { loadingText: t('referenceLists.loading'), emptyText: t('referenceLists.empty'), rowKey: keyOf }
  return (
    <>
      <h1>{t('referenceLists.title')}</h1>
      <p>{t('referenceLists.intro')}</p>
      {isError && !data ? (
        <LoadFailed isRetrying={isFetching} onRetry={() => refetch()} />
      ) : (
        <div className="stack">
          <DataTable
            {...table}
            caption={t('referenceLists.ours')}
            columns={columnsOf(t, listColumns)}
            rows={sorted?.filter((row) => !isOfPlaces(row))}
          />
          <p>{t('referenceLists.placesIntro')}</p>
          <DataTable
            {...table}
            caption={t('referenceLists.places')}
            columns={columnsOf(t, placeColumns)}
            rows={sorted?.filter(isOfPlaces)}
          />
        </div>
      )}
    </>
  )
}

const keyOf = ({ list }: ReferenceListOverview) => list
const nameOf = (t: TFunction, { list }: ReferenceListOverview) => t(`referenceLists.names.${list}`)

const listColumns = ['inForce', 'retired', 'untranslated', 'retiredInUse'] as const
const placeColumns = ['inForce', 'retired'] as const
type CountColumn = (typeof listColumns)[number]

const columnsOf = (t: TFunction, counts: readonly CountColumn[]): Column<ReferenceListOverview>[] => [
  {
    id: 'name',
    header: t('referenceLists.columns.name'),
    isRowHeader: true,
    isWrapped: true,
    cell: (row) => <NavLink href={entriesHref(row.list)}>{nameOf(t, row)}</NavLink>,
  },
  ...counts.map(
    (column): Column<ReferenceListOverview> => ({
      id: column,
      header: t(`referenceLists.columns.${column}`),
      align: 'end',
      width: '9rem',
      cell: (row) => <Count row={row} column={column} />,
    }),
  ),
]

function Count({ row, column }: { row: ReferenceListOverview; column: CountColumn }) {
  const { t } = useTranslation()
  const count = row[column]
  if (count === 0) return <span className="figures">–</span>
  return (
    <NavLink
      href={entriesHref(row.list, column === 'inForce' ? {} : { state: column })}
      aria-label={t('referenceLists.countOf', {
        count,
        name: nameOf(t, row),
        state: t(`referenceLists.columns.${column}`),
      })}
    >
      <span className="figures">{count}</span>
    </NavLink>
  )
}
