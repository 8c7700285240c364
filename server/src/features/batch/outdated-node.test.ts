import type { PlainDate } from '@portal/contract'
import { expect, test } from 'vitest'
import { findOutdatedNode } from './outdated-node.ts'

const today = '2026-11-28' as PlainDate

test.each([
  ['20.20.2', '2026-04-30'],
  ['21.7.3', '2024-06-01'],
  ['22.22.0', undefined],
  ['23.11.1', '2025-06-01'],
  ['24.22.3', undefined],
  ['25.9.0', '2026-06-01'],
  ['26.12.1', undefined],
  ['27.0.0', undefined],
])('on 28 November 2026 the end of life of Node %s was %s', (version, since) => {
  expect(findOutdatedNode(version, today)).toEqual(since && { version, since })
})

test('a version is outdated from the day of its end of life on', () => {
  const isOutdatedOn = (day: string) => findOutdatedNode('24.0.0', day as PlainDate) !== undefined
  expect(['2028-04-29', '2028-04-30', '2028-05-01'].map(isOutdatedOn)).toEqual([false, true, true])
})
