import { retentionRuleNames } from '@portal/contract'
import office from '@portal/contract/texts/office/it.json' with { type: 'json' }
import { describe, expect, test } from 'vitest'
import { instantBefore, retentionRules, retentionTable } from './retention.rules.ts'

describe('how long what is kept', () => {
  const keep = { casesYears: 10, mailsDays: 30, receivedMailsDays: 90, filesHours: 24, jobsHours: 24 }

  test.each([
    ['endedSessions', 0, 'hours', 'delete', 'hourly'],
    ['requestCounts', 1, 'hours', 'delete', 'hourly'],
    ['repeatedAnswers', 24, 'hours', 'delete', 'hourly'],
    ['lapsedChallenges', 0, 'hours', 'delete', 'hourly'],
    ['sentTexts', 24, 'hours', 'delete', 'hourly'],
    ['sentMails', 30, 'days', 'delete', 'nightly'],
    ['outboxFiles', 30, 'days', 'delete', 'nightly'],
    ['finishedJobs', 24, 'hours', 'delete', 'nightly'],
    ['finishedBatches', 24, 'hours', 'delete', 'nightly'],
    ['expiredFiles', 24, 'hours', 'delete', 'hourly'],
    ['closedCases', 10, 'years', 'pseudonymise', 'nightly'],
    ['unnamedRecords', 10, 'years', 'delete', 'nightly'],
    ['mergedRecords', 30, 'days', 'delete', 'nightly'],
    ['waitingRequests', 1, 'years', 'pseudonymise', 'nightly'],
    ['decidedRequests', 10, 'years', 'pseudonymise', 'nightly'],
  ] as const)('%s: %i %s, then %s, looked at %s', (rule, amount, unit, action, schedule) => {
    const { after, ...rest } = retentionTable[rule]
    expect({ ...after(keep), ...rest }).toEqual({ amount, unit, action, schedule })
  })

  test('is said of every rule that the contract names, with a text for people', () => {
    expect(retentionRules).toEqual(Object.keys(retentionRuleNames))
    for (const rule of retentionRules) expect(office.retention.rules[rule].what).not.toBe('')
  })
})

describe('the instant before which a time is over', () => {
  test.each([
    ['2026-11-20T10:00:00Z', 24, 'hours', '2026-11-19T10:00:00Z'],
    ['2026-11-20T10:00:00Z', 30, 'days', '2026-10-21T10:00:00Z'],
    ['2026-11-20T10:00:00Z', 10, 'years', '2016-11-20T10:00:00Z'],
    ['2024-02-29T10:00:00Z', 10, 'years', '2014-02-28T10:00:00Z'],
    ['2024-02-29T10:00:00Z', 4, 'years', '2020-02-29T10:00:00Z'],
    ['2026-03-01T10:00:00Z', 10, 'years', '2016-03-01T10:00:00Z'],
  ] as const)('at %s, %i %s back, is %s', (now, amount, unit, expected) => {
    expect(instantBefore(new Date(now), { amount, unit })).toEqual(new Date(expected))
  })
})
