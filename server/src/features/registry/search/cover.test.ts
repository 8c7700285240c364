import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bestCover, type Pair, scoreOf } from './cover.ts'

const pair = (query: readonly [number, number], name: readonly [number, number], score: number): Pair => ({
  query: { start: query[0], end: query[1] },
  name: { start: name[0], end: name[1] },
  score,
  reason: 'exact',
})

describe('the pairs that cover a query', () => {
  test('join words where a good match of one would leave the other alone', () => {
    const start = pair([0, 1], [0, 1], 0.9)
    const joined = pair([0, 2], [0, 1], 0.8)
    expect(bestCover([true, true], [start, joined])).toEqual([joined])
  })

  test('leave alone a word that the query does not need', () => {
    const word = pair([0, 1], [0, 1], 1)
    expect(bestCover([true, false], [word])).toEqual([word])
    expect(bestCover([true, true], [word])).toBeUndefined()
  })

  test('use each word of the name once', () => {
    expect(bestCover([true, true], [pair([0, 1], [0, 1], 1), pair([1, 2], [0, 1], 1)])).toBeUndefined()
  })
})

const place = fc
  .tuple(fc.nat(2), fc.integer({ min: 1, max: 2 }))
  .map(([start, size]) => [start, Math.min(start + size, 3)] as const)
const pairs = fc.array(fc.tuple(place, place, fc.double({ min: 0.1, max: 1, noNaN: true })), { maxLength: 12 })

test('no cover is better, of any order of the pairs', () => {
  const isNeeded = [true, true, true]
  const scoreFrom = (all: readonly Pair[]) => {
    const cover = bestCover(isNeeded, all)
    return cover && scoreOf(cover, isNeeded)
  }
  fc.assert(
    fc.property(pairs, (drawn) => {
      const all = drawn.map(([query, name, score]) => pair(query, name, score))
      const score = scoreFrom(all)
      const turned = scoreFrom(all.toReversed())
      if (score === undefined) expect(turned).toBeUndefined()
      else expect(turned).toBeCloseTo(score, 10)
    }),
  )
})

test('twenty words that all match each other are covered', () => {
  const words = Array.from({ length: 20 }, (_, index) => index)
  const all = words.flatMap((query) => words.map((name) => pair([query, query + 1], [name, name + 1], 1)))
  expect(
    bestCover(
      words.map(() => true),
      all,
    ),
  ).toHaveLength(20)
})
