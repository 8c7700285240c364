import { expect, test } from 'vitest'
import { mergeNews } from './case-act.rules.ts'

const of = (caseId: number) => ({ caseId, code: `UNAR-2026-${caseId}` })

test('each person gets one notice of the cases that changed hands together', () => {
  const news = [1, 2, 3].flatMap((caseId) => [
    { ...of(caseId), kind: 'assigned', userIds: [7] } as const,
    { ...of(caseId), kind: 'taken', userIds: caseId === 3 ? [9] : [8] } as const,
  ])
  expect(mergeNews(news)).toEqual([
    { kind: 'handedOver', userIds: [7], cases: 3 },
    { kind: 'passedOn', userIds: [8], cases: 2 },
    { ...of(3), kind: 'taken', userIds: [9] },
  ])
})

test('one case keeps its own notice, and nobody gets none', () => {
  const one = { ...of(1), kind: 'assigned', userIds: [7] } as const
  expect(mergeNews([one, { ...of(2), kind: 'assigned', userIds: [] }])).toEqual([one])
  expect(mergeNews([])).toEqual([])
})
