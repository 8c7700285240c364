import type { CaseMessage, MessagePage } from '@portal/contract'
import { expect, test } from 'vitest'
import { withEarlier, withNewest } from './earlier-messages.tsx'

const message = (id: number, readAt?: Date): CaseMessage => ({
  id,
  from: 'office',
  text: String(id),
  sentAt: new Date(0),
  files: [],
  ...(readAt && { readAt }),
})
const page = (from: number, to: number, hasEarlier: boolean): MessagePage => ({
  messages: Array.from({ length: to - from + 1 }, (_, index) => message(from + index)),
  hasEarlier,
})
const seen = ({ messages, hasEarlier }: MessagePage) => [messages.map(({ id }) => id), hasEarlier]

test.each([
  ['a new message pushes none out', page(1, 5, false), page(2, 6, true), [[1, 2, 3, 4, 5, 6], false]],
  ['the same again is the same', page(2, 6, true), page(2, 6, true), [[2, 3, 4, 5, 6], true]],
  ['earlier ones stay', page(1, 8, false), page(6, 10, true), [[1, 2, 3, 4, 5, 6, 7, 8, 9, 10], false]],
  ['none is skipped over', page(1, 5, false), page(8, 12, true), [[8, 9, 10, 11, 12], true]],
  ['the first ones', { messages: [], hasEarlier: false }, page(1, 2, false), [[1, 2], false]],
  ['all are gone', page(1, 5, false), { messages: [], hasEarlier: false }, [[], false]],
])('%s', (_what, known, newest, expected) => {
  expect(seen(withNewest(known, newest))).toEqual(expected)
})

test('what has been read since is shown', () => {
  const readAt = new Date(1)
  const { messages } = withNewest(page(1, 2, false), { messages: [message(2, readAt)], hasEarlier: true })
  expect(messages).toEqual([message(1), message(2, readAt)])
})

test('earlier ones come before, and say whether there are others', () => {
  expect(seen(withEarlier(page(6, 8, true), page(3, 5, true)))).toEqual([[3, 4, 5, 6, 7, 8], true])
  expect(seen(withEarlier(page(6, 8, true), page(3, 5, false)))).toEqual([[3, 4, 5, 6, 7, 8], false])
})
