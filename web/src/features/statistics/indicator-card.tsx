import { type CountedSet, type Indicator, indicatorIn, type StatisticsSubject } from '@portal/contract'
import type { ParseKeys, TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { classNames } from '#ui/class-names.ts'
import { CopyButton } from '#ui/copy-button.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { daysText } from './charts/figures.ts'
import { LineChart } from './charts/line-chart.tsx'
import { RegionMap } from './charts/region-map.tsx'
import { countsOf, IndicatorTable } from './indicator-table.tsx'
import { clipboardText, type TableRow, tableOf } from './table.rules.ts'

/** The title of an indicator, or what it calls records without a value. */
export const indicatorText = (t: TFunction, subject: StatisticsSubject, key: string, which: 'title' | 'missing') =>
  t(`statistics.${subject}.${key}.${which}` as ParseKeys) as string

interface Props {
  readonly subject: StatisticsSubject
  readonly indicator: string
  readonly declaration: Indicator
  /** The result and, where there is one, the comparison. */
  readonly sets: readonly CountedSet[]
  readonly hrefOf: (key: string) => string | undefined
}

/** An indicator: its chart with its table, and a button that copies the table. */
export function IndicatorCard({ subject, indicator, declaration, sets, hrefOf }: Props) {
  const { t } = useTranslation()
  const title = indicatorText(t, subject, indicator, 'title')
  const missingLabel = indicatorText(t, subject, indicator, 'missing')
  const rows = tableOf(indicator, declaration, { sets, missingLabel })
  const isCompared = sets.length > 1
  const { chart } = declaration
  const [own] = sets
  const { median, mean, p90 } = own ? indicatorIn(own, indicator) : {}
  return (
    <div className={classNames('statistics-card', chart !== 'bar' && 'statistics-card-wide')}>
      <Panel
        title={title}
        actions={
          <CopyButton
            variant="quiet"
            value={clipboardText(cellsOf(t, title, rows, isCompared))}
            label={t('statisticsPage.copy')}
            copiedLabel={t('statisticsPage.copied')}
          />
        }
      >
        {declaration.unit === 'mentions' && <p className="chart-note">{t(`statisticsPage.${subject}.mentions`)}</p>}
        {median !== undefined && mean !== undefined && p90 !== undefined && (
          <p className="chart-note">
            {t('statisticsPage.averages', { median: daysText(median), mean: daysText(mean), p90: daysText(p90) })}
          </p>
        )}
        <div className="chart-with-table">
          <Chart chart={chart} rows={rows} setCount={sets.length} />
          <div>
            <IndicatorTable
              title={title}
              rows={rows}
              isCompared={isCompared}
              hrefOf={hrefOf}
              hasBars={chart === 'bar'}
              showsLast={chart === 'line'}
            />
          </div>
        </div>
      </Panel>
    </div>
  )
}

interface ChartProps {
  readonly chart: Indicator['chart']
  readonly rows: readonly TableRow[]
  readonly setCount: number
}

/** The chart that stands beside the table; bars stand in it. */
function Chart({ chart, rows, setCount }: ChartProps) {
  const entries = rows.flatMap(({ key, ...row }) => (key === undefined ? [] : [{ ...row, key }]))
  if (chart === 'bar' || entries.length === 0) return null
  if (chart === 'map')
    return <RegionMap regions={entries.map(({ key, label, figures: [{ count }] }) => ({ key, label, count }))} />
  const counts = Array.from({ length: setCount }, (_, set) => entries.map((row) => countsOf(row)[set] ?? 0))
  return <LineChart months={entries.map(({ key }) => key)} counts={counts} />
}

/** The table as cells of a spreadsheet, with shares from 0 to 1. */
function cellsOf(t: TFunction, title: string, rows: readonly TableRow[], isCompared: boolean) {
  const hasParents = rows.some(({ parent }) => parent !== undefined)
  const columns = isCompared
    ? (['count', 'share', 'comparedCount', 'comparedShare'] as const)
    : (['count', 'share'] as const)
  return [
    [
      title,
      ...(hasParents ? [t('statisticsPage.columns.parent')] : []),
      ...columns.map((one) => t(`statistics.columns.${one}`)),
    ],
    ...rows.map(({ label, parent = '', figures }) => [
      label,
      ...(hasParents ? [parent] : []),
      ...figures.flatMap((figure) => (figure ? [figure.count, figure.share] : [])),
    ]),
  ]
}
