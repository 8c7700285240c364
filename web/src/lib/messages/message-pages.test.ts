import { expect, test } from 'vitest'
import { type Entries, withEarlier, withNewest } from './earlier-messages.tsx'

interface Message {
  readonly id: number
  readonly readAt?: Date
}
const placeOf = ({ id }: Message) => id
const page = (from: number, to: number, hasEarlier: boolean): Entries<Message> => ({
  rows: Array.from({ length: to - from + 1 }, (_, index) => ({ id: from + index })),
  hasEarlier,
})
const seen = ({ rows, hasEarlier }: Entries<Message>) => [rows.map(placeOf), hasEarlier]

test.each([
  ['a new message pushes none out', page(1, 5, false), page(2, 6, true), [[1, 2, 3, 4, 5, 6], false]],
  ['the same again is the same', page(2, 6, true), page(2, 6, true), [[2, 3, 4, 5, 6], true]],
  ['earlier ones stay', page(1, 8, false), page(6, 10, true), [[1, 2, 3, 4, 5, 6, 7, 8, 9, 10], false]],
  ['none is skipped over', page(1, 5, false), page(8, 12, true), [[8, 9, 10, 11, 12], true]],
  ['the first ones', { rows: [], hasEarlier: false }, page(1, 2, false), [[1, 2], false]],
  ['all are gone', page(1, 5, false), { rows: [], hasEarlier: false }, [[], false]],
])('%s', (_what, known, newest, expected) => {
  expect(seen(withNewest<Message>(known, newest, placeOf))).toEqual(expected)
})

test('what has been read since is shown', () => {
  const readAt = new Date(1)
  const { rows } = withNewest<Message>(page(1, 2, false), { rows: [{ id: 2, readAt }], hasEarlier: true }, placeOf)
  expect(rows).toEqual([{ id: 1 }, { id: 2, readAt }])
})

test('earlier ones come before, and say whether there are others', () => {
  expect(seen(withEarlier(page(6, 8, true), page(3, 5, true)))).toEqual([[3, 4, 5, 6, 7, 8], true])
  expect(seen(withEarlier(page(6, 8, true), page(3, 5, false)))).toEqual([[3, 4, 5, 6, 7, 8], false])
})
