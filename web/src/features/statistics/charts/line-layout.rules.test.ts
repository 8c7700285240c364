import { expect, test } from 'vitest'
import { lineLayout, lineMargin } from './line-layout.rules.ts'

const months = Array.from({ length: 12 }, (_, index) => `2026-${String(index + 1).padStart(2, '0')}`)
const room = { width: 640, height: 240 }

test('points stand between the margins, the highest at the top of the scale', () => {
  const { series } = lineLayout({ ...room, months, counts: [[0, ...months.slice(2).map(() => 5), 10]] })
  const points = series[0]?.points ?? []
  expect(points[0]).toMatchObject({ x: lineMargin.left, y: room.height - lineMargin.bottom, count: 0 })
  expect(points.at(-1)).toMatchObject({ x: room.width - lineMargin.right, y: lineMargin.top, count: 10 })
  expect(series[0]?.path).toMatch(/^M40,216L/)
})

test('both series share one scale', () => {
  const { series } = lineLayout({
    ...room,
    months: months.slice(0, 2),
    counts: [
      [1, 1],
      [4, 2],
    ],
  })
  expect(series[0]?.points[0]?.y).toBeGreaterThan(series[1]?.points[0]?.y ?? 0)
})

test.each([
  [
    [0, 0],
    [0, 1],
  ],
  [
    [1, 2],
    [0, 1, 2],
  ],
  [
    [3, 40],
    [0, 10, 20, 30, 40],
  ],
])('the scale of %j has the whole numbers %j', (counts, values) => {
  const { yTicks } = lineLayout({ ...room, months: months.slice(0, 2), counts: [counts] })
  expect(yTicks.map(({ value }) => value)).toEqual(values)
})

test.each([
  [640, 12, 12],
  [280, 12, 4],
  [280, 60, 5],
  [0, 12, 1],
])('a width of %i has room for the names of some of %i months', (width, count, expected) => {
  const many = Array.from({ length: count }, (_, index) => `m${index}`)
  expect(lineLayout({ ...room, width, months: many, counts: [] }).xTicks).toHaveLength(expected)
})

test('a single month is a point, and no month is nothing', () => {
  expect(lineLayout({ ...room, months: ['2026-01'], counts: [[3]] }).series[0]?.points).toHaveLength(1)
  expect(lineLayout({ ...room, months: [], counts: [[]] }).series[0]).toEqual({ path: '', points: [] })
})
