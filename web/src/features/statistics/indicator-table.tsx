import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#ui/button.tsx'
import { NavLink } from '#ui/layout/nav-link.tsx'
import { Bars } from './charts/bar.tsx'
import { countText, differenceText, shareText } from './charts/figures.ts'
import { differenceOf, type Figure, type TableRow } from './table.rules.ts'

interface Props {
  readonly title: string
  readonly rows: readonly TableRow[]
  readonly isCompared: boolean
  /** Whether each row has its bar: the table is the chart. */
  readonly hasBars: boolean
  /** Shows the last rows first in place: of months the newest are of interest. */
  readonly showsLast: boolean
  readonly hrefOf: (key: string) => string | undefined
}

/** How many rows are in sight until the user asks for all; paper has all of them. */
const shortLength = 10

/** The figures of an indicator, and for most of them its bars. */
export function IndicatorTable({ title, rows, isCompared, hasBars, showsLast, hrefOf }: Props) {
  const { t } = useTranslation()
  const [isWhole, setWhole] = useState(false)
  const entries = rows.filter(({ key }) => key !== undefined)
  const largest = Math.max(...entries.flatMap(({ figures }) => figures.map((figure) => figure?.count ?? 0)), 0)
  const hidden = showsLast ? entries.slice(0, -shortLength) : entries.slice(shortLength)
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must scroll by keyboard too */}
      <section className="chart-table-scroll" aria-label={t('statisticsPage.table', { title })} tabIndex={0}>
        <table className="chart-table">
          <caption className="visually-hidden">{title}</caption>
          <thead>
            <tr>
              <th scope="col">{t('statisticsPage.columns.entry')}</th>
              <th scope="col">{t('statistics.columns.count')}</th>
              <th scope="col">{t('statistics.columns.share')}</th>
              {isCompared && (
                <>
                  <th scope="col">{t('statisticsPage.columns.comparedCount')}</th>
                  <th scope="col">{t('statistics.columns.share')}</th>
                  <th scope="col">{t('statisticsPage.columns.difference')}</th>
                </>
              )}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr
                key={row.key ?? 'missing'}
                className={!isWhole && hidden.includes(row) ? 'print-only-row' : undefined}
              >
                <th scope="row">
                  <Label row={row} href={row.key && row.figures[0].count > 0 ? hrefOf(row.key) : undefined} />
                  {hasBars && row.key !== undefined && <Bars counts={countsOf(row)} largest={largest} />}
                </th>
                <Figures figures={row.figures} isCompared={isCompared} />
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {hidden.length > 0 && (
        <Button variant="quiet" size="sm" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          <span>
            {isWhole ? t('statisticsPage.showFewer') : t('statisticsPage.showAll', { count: entries.length })}
          </span>
          <span className="visually-hidden">{`: ${title}`}</span>
        </Button>
      )}
    </>
  )
}

export const countsOf = ({ figures }: TableRow) => figures.flatMap((figure) => (figure ? [figure.count] : []))

function Label({ row: { label, parent }, href }: { readonly row: TableRow; readonly href: string | undefined }) {
  return (
    <>
      {href === undefined ? <bdi>{label}</bdi> : <NavLink href={href}>{label}</NavLink>}
      {parent !== undefined && <span className="cell-note">{parent}</span>}
    </>
  )
}

function Figures({ figures, isCompared }: { readonly figures: TableRow['figures']; readonly isCompared: boolean }) {
  const [own, other = { count: 0, share: 0 }] = figures
  return (
    <>
      <FigureCells figure={own} />
      {isCompared && (
        <>
          <FigureCells figure={other} />
          <td>{differenceText(differenceOf(own.count, other.count))}</td>
        </>
      )}
    </>
  )
}

const FigureCells = ({ figure: { count, share } }: { readonly figure: Figure }) => (
  <>
    <td>{countText(count)}</td>
    <td>{shareText(share)}</td>
  </>
)
