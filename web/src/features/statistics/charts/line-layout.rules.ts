// d3 computes and React draws: 29 kB compressed with the map of the regions, where Chart.js has 49, recharts 109 and ECharts 180, and each of
// them would need a second table for screen readers, hatching and print of its own. Bars stand in the rows of their table.

import { scaleLinear, scalePoint } from 'd3-scale'
import { line } from 'd3-shape'

export interface LinePoint {
  readonly x: number
  readonly y: number
  readonly count: number
}
export interface LineLayout {
  readonly series: readonly { readonly path: string; readonly points: readonly LinePoint[] }[]
  readonly yTicks: readonly { readonly y: number; readonly value: number }[]
  /** As many months as have room, and always the first. */
  readonly xTicks: readonly { readonly x: number; readonly month: string }[]
}

export interface LineInput {
  readonly width: number
  readonly height: number
  readonly months: readonly string[]
  /** The counts of each series, by month. */
  readonly counts: readonly (readonly number[])[]
}

/** The room around the lines for the words of the axes. */
export const lineMargin = { top: 20, right: 16, bottom: 24, left: 40 } as const
/** The width that the name of a month needs. */
const monthWidth = 44

/** Where the lines, their points and the words of both axes stand. */
export function lineLayout({ width, height, months, counts }: LineInput): LineLayout {
  const { top, right, bottom, left } = lineMargin
  const xOf = scalePoint<string>(months, [left, Math.max(left, width - right)])
  const yOf = scaleLinear([0, Math.max(1, ...counts.flat())], [height - bottom, top]).nice(4)
  const draw = line<LinePoint>(
    ({ x }) => x,
    ({ y }) => y,
  ).digits(1)
  const every = Math.max(1, Math.ceil((months.length * monthWidth) / Math.max(1, width - left - right)))
  return {
    series: counts.map((series) => {
      const points = series.map((count, index) => ({ x: xOf(months[index] ?? '') ?? left, y: yOf(count), count }))
      return { path: draw(points) ?? '', points }
    }),
    // Records are whole.
    yTicks: yOf
      .ticks(4)
      .filter(Number.isInteger)
      .map((value) => ({ y: yOf(value), value })),
    xTicks: months.filter((_month, index) => index % every === 0).map((month) => ({ x: xOf(month) ?? left, month })),
  }
}
