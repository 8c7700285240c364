import { countText, shortMonth } from './figures.ts'
import { type LinePoint, lineLayout, lineMargin } from './line-layout.rules.ts'
import { useWidth } from './use-width.ts'

interface Props {
  readonly months: readonly string[]
  /** The counts of each set, by month: of the result and, where there is one, of the comparison. */
  readonly counts: readonly (readonly number[])[]
}

const height = 240
/** Up to how many months each point has its figure. */
const mostFigures = 12

/** The counts of months as lines, the comparison dashed and with square points. The table beside it has the figures. */
export function LineChart({ months, counts }: Props) {
  const [width, ref] = useWidth()
  const { series, xTicks, yTicks } = lineLayout({ width, height, months, counts })
  const [own, compared] = series
  return (
    <div ref={ref} className="chart-lines">
      <svg viewBox={`0 0 ${width} ${height}`} aria-hidden="true" focusable="false">
        {yTicks.map(({ y, value }) => (
          <g key={value}>
            <line className="chart-grid" x1={lineMargin.left} x2={width - lineMargin.right} y1={y} y2={y} />
            <text className="chart-text" x={lineMargin.left - 8} y={y} textAnchor="end" dominantBaseline="middle">
              {countText(value)}
            </text>
          </g>
        ))}
        {xTicks.map(({ x, month }) => (
          <text key={month} className="chart-text" x={x} y={height - 6} textAnchor="middle">
            {shortMonth(month)}
          </text>
        ))}
        {compared && <Line {...compared} set="compared" hasFigures={false} />}
        {own && <Line {...own} set="own" hasFigures={months.length <= mostFigures} />}
      </svg>
    </div>
  )
}

interface LineProps {
  readonly set: 'own' | 'compared'
  readonly path: string
  readonly points: readonly LinePoint[]
  readonly hasFigures: boolean
}

const Line = ({ set, path, points, hasFigures }: LineProps) => (
  <g className={set === 'own' ? 'chart-line-own' : 'chart-line-compared'}>
    <path d={path} />
    {points.map(({ x, y, count }) => (
      <g key={x}>
        {set === 'own' ? <circle cx={x} cy={y} r="4" /> : <rect x={x - 3.5} y={y - 3.5} width="7" height="7" />}
        {hasFigures && (
          <text className="chart-text" x={x} y={y - 8} textAnchor="middle">
            {countText(count)}
          </text>
        )}
      </g>
    ))}
  </g>
)
