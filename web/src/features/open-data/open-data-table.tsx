import type { OpenData, OpenDataTable as Table } from '@portal/contract'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '#lib/i18n/format.tsx'
import { type Column, DataTable } from '#ui/data-table.tsx'

type Row = Table['rows'][number]
type Years = OpenData['years']

/** A number, or a dash that is read as what it means. */
function Count({ count }: { readonly count: number | null | undefined }) {
  const { t, i18n } = useTranslation()
  if (typeof count === 'number') return <bdi className="figures">{formatNumber(count, i18n.language)}</bdi>
  return (
    <>
      <span aria-hidden="true">–</span>
      <span className="visually-hidden">{t('openData.notPublished')}</span>
    </>
  )
}

const columnsOf = (t: TFunction, { table }: Table, years: Years): Column<Row>[] => [
  {
    id: 'entry',
    header: t(`openData.columns.${table}`),
    cell: ({ label }) => label ?? t('openData.notStated'),
    isRowHeader: true,
    isWrapped: true,
  },
  ...years.map(
    ({ year }): Column<Row> => ({
      id: String(year),
      header: String(year),
      cell: ({ counts }) => <Count count={counts[year]} />,
      align: 'end',
    }),
  ),
]

/** The row of all cases, which every table has: a reader compares with it. */
const allCases = (t: TFunction, years: Years): Row => ({
  id: 0,
  label: t('openData.cases'),
  counts: Object.fromEntries(years.map(({ year, cases }) => [year, cases])),
})

/** A table of open data, with the years as columns. */
export function OpenDataTable({ table, years }: { readonly table: Table; readonly years: Years }) {
  const { t } = useTranslation()
  const title = t(`openData.tables.${table.table}`)
  return (
    <section className="open-data-table">
      <h2>{title}</h2>
      <DataTable
        caption={title}
        isCaptionHidden
        columns={columnsOf(t, table, years)}
        rows={[allCases(t, years), ...table.rows]}
        rowKey={({ id }) => id ?? 'missing'}
        emptyText=""
        loadingText=""
      />
    </section>
  )
}
