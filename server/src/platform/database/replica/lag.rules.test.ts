import { expect, test } from 'vitest'
import { lagOf, type Sample, withSample } from './lag.rules.ts'

const samplesOf = (...positions: readonly number[]): Sample[] =>
  positions.map((position, second) => ({ at: second * 1000, position }))

test.each([
  ['the first sample', [], 10, [10]],
  ['samples of the last three seconds, and the newest before them', [1, 2, 3, 4, 5], 6, [3, 4, 5, 6]],
  ['one that did not move', [1, 2], 2, [1, 2, 2]],
  ['of another leader, whose history is shorter, that one alone', [1, 2, 9], 4, [4]],
])('kept is %s', (_name, before, position, kept) => {
  const at = before.length * 1000
  const samples = withSample(samplesOf(...before), { at, position }, 3000)
  expect(samples.map((sample) => sample.position)).toEqual(kept)
})

test.each([
  ['at the newest position', 30, 0],
  ['beyond it', 31, 0],
  ['at the one before', 29, 1500],
  ['at the oldest', 10, 2500],
  ['before all', 9, undefined],
])('a replica %s', (_name, position, lag) => {
  expect(lagOf(samplesOf(10, 20, 30), position, 2500)).toBe(lag)
})
