import {
  actionOf,
  type CaseStatus,
  caseActions,
  caseStatusIds,
  caseWorkflow,
  cellDenialOf,
  languages,
} from '@portal/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Step } from './case-steps.ts'
import { drawsFrom } from './random.ts'
import type { SampleCase } from './sample-case.ts'
import { sampleCases } from './sample-cases.ts'
import { scenariosIn } from './scenarios.ts'
import { staff } from './staff.ts'
import { deskTexts, texts } from './stories.ts'

const seeds = fc.integer({ min: 1, max: 1_000_000 })
const days = fc.date({ min: new Date('2026-01-01'), max: new Date('2030-12-31'), noInvalidDate: true })
const twoYearsMs = 731 * 86_400_000

/** The status after a step, by the transition table; throws if the table forbids the step. */
function statusAfter(status: CaseStatus, step: Step): CaseStatus {
  if (step.kind !== 'act') return status
  const { role } = staff[step.by]
  const action = actionOf(step.word, role)
  const why = cellDenialOf(caseActions[action], status, role)
  if (why) throw new Error(`${action} by ${role} from ${status}: ${why}`)
  const record = {
    status,
    isClosingProposed: false,
    isErased: false,
    isLocked: false,
    values: {},
    assignedTo: undefined,
  }
  return caseWorkflow.statusAfter(action, record, { role }) ?? status
}

const statusOf = ({ entry, steps }: SampleCase) =>
  steps.reduce(statusAfter, entry.kind === 'call' ? 'inWorkOne' : 'open')

test('cases follow the transition table, for any day and seed', () => {
  fc.assert(
    fc.property(seeds, days, (seed, today) => {
      for (const sample of sampleCases(drawsFrom(seed), 300, today)) statusOf(sample)
    }),
    { numRuns: 12 },
  )
})

// With the seed of `npm run demo`; among thousands of other seeds, one has no case of some status.
test('every status occurs in the demonstration, on any day', () => {
  for (let day = 0; day < 36; day++) {
    const today = new Date(Date.UTC(2026, 10, 1 + 10 * day, day % 24))
    const found = new Set(sampleCases(drawsFrom(1), 300, today).map(statusOf))
    expect([...found].sort(), today.toISOString()).toEqual(Object.keys(caseStatusIds).sort())
  }
})

test('all steps are within two years, in order, and none in the future', () => {
  fc.assert(
    fc.property(seeds, days, (seed, today) => {
      for (const { entry, steps } of sampleCases(drawsFrom(seed), 60, today)) {
        const instants = [entry.at, ...steps.map(({ at }) => at), today].map((at) => at.getTime())
        expect(instants).toEqual([...instants].sort((a, b) => a - b))
        expect(today.getTime() - (instants[0] ?? 0)).toBeLessThan(twoYearsMs)
      }
    }),
    { numRuns: 12 },
  )
})

test('no call is entered after now', () => {
  const monday = new Date('2027-02-15T09:00:00.000Z')
  for (let seed = 1; seed < 60; seed++)
    for (const { entry } of sampleCases(drawsFrom(seed), 60, monday)) expect(entry.at < monday).toBe(true)
})

test('the same seed and day give the same cases', () => {
  const today = new Date('2026-11-23T10:00:00.000Z')
  expect(sampleCases(drawsFrom(5), 50, today)).toEqual(sampleCases(drawsFrom(5), 50, today))
  expect(sampleCases(drawsFrom(5), 50, today)).not.toEqual(sampleCases(drawsFrom(6), 50, today))
})

test('a call is entered in Italian, with the name in Latin letters', () => {
  const samples = sampleCases(drawsFrom(3), 300, new Date('2026-11-23T10:00:00.000Z'))
  const callers = samples.filter(({ entry }) => entry.kind === 'call').map(({ facts }) => facts)
  expect(callers.length).toBeGreaterThan(50)
  for (const { language, person } of callers) {
    expect(language).toBe('it')
    expect(person.firstName + person.lastName).toMatch(/^[\p{Script=Latin}' -]+$/u)
  }
})

test('reports come in all six languages, and every scenario has its texts in each of its languages', () => {
  const samples = sampleCases(drawsFrom(1), 300, new Date('2026-11-23T10:00:00.000Z'))
  expect(new Set(samples.map(({ facts }) => facts.language))).toEqual(new Set(languages))
  for (const language of languages)
    for (const [, { id }] of scenariosIn(language))
      expect(texts[language].stories[id], `${language}: ${id}`).toMatchObject({
        openings: expect.any(Array),
        facts: expect.any(Array),
        endings: expect.any(Array),
        question: expect.any(String),
        answer: expect.any(String),
      })
  for (const [, { id }] of scenariosIn('it')) expect(deskTexts.calls[id], id).toHaveLength(2)
})
