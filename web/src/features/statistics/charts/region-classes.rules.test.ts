import { expect, test } from 'vitest'
import { regionClasses } from './region-classes.rules.ts'

const legendOf = (counts: readonly number[]) =>
  regionClasses(counts).legend.map(({ shade, from, to }) => [shade, from, to])

test.each([
  [[], []],
  [[0, 0], []],
  [[1], [[1, 1, 1]]],
  [
    [3, 1],
    [
      [1, 1, 1],
      [2, 2, 2],
      [3, 3, 3],
    ],
  ],
  [
    [23],
    [
      [1, 1, 5],
      [2, 6, 10],
      [3, 11, 15],
      [4, 16, 20],
      [5, 21, 23],
    ],
  ],
])('the shades of %j are %j', (counts, legend) => expect(legendOf(counts)).toEqual(legend))

test.each([
  [0, 0],
  [1, 1],
  [5, 1],
  [6, 2],
  [20, 4],
  [21, 5],
  [23, 5],
])('%i of at most 23 records has the shade %i', (count, shade) =>
  expect(regionClasses([23]).shadeOf(count)).toBe(shade),
)
