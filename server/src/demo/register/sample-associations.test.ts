import {
  type AssociationAction,
  type AssociationActionInput,
  type AssociationFacts,
  type AssociationStatus,
  associationForm,
  associationStatusIds,
  associationWorkflow,
  dayIn,
  officeZone,
  readOrganisationNumber,
  readWire,
  writeWire,
} from '@portal/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { moveOf } from '#features/associations/association-moves.rules.ts'
import { associationFactsOf, type StoredFacts } from '#features/associations/associations.rules.ts'
import { drawsFrom } from '../random.ts'
import { officePeople } from '../staff.ts'
import type { RegisterStep, SampleAssociation } from './register-steps.ts'
import { sampleAssociations, sampleCount } from './sample-associations.ts'

const seeds = fc.integer({ min: 1, max: 1_000_000 })
const days = fc.date({ min: new Date('2026-01-01'), max: new Date('2030-12-31'), noInvalidDate: true })
const monday = new Date('2026-11-23T10:00:00.000Z')

type Actor = Parameters<typeof associationWorkflow.denialOf>[2]['role']
interface Deed {
  readonly action: AssociationAction
  readonly role: Actor
}

/** The action of a step, and who takes it; none for what changes no status. */
function deedOf(step: RegisterStep, row: StoredFacts, today: AssociationFacts['today']): Deed | undefined {
  if (step.kind === 'act') return { action: step.word, role: officePeople[step.by].role as Actor }
  if (step.kind === 'complete') return { action: 'sendDocuments', role: 'applicant' }
  if (step.kind === 'renew') return { action: 'askRenewal', role: 'association' }
  if (step.kind === 'applyAgain') return { action: 'applyAgain', role: 'applicant' }
  if (step.kind === 'night')
    return { action: row.expiresOn !== null && row.expiresOn < today ? 'expire' : 'remind', role: 'nightly_job' }
  return undefined
}

const inputOf = (step: RegisterStep) =>
  ({
    documents: [1, 2, 3, 4, 5, 6, 7],
    hasRequestedItems: true,
    isChecklistComplete: true,
    ...(step.kind === 'act' ? step.input : {}),
  }) as AssociationActionInput

/** The association at the end of its steps, by the table of the workflow; throws for a step that the table forbids. */
function liveThrough({ values, appliedAt, steps }: SampleAssociation): StoredFacts {
  let row: StoredFacts = {
    status: 'submitted',
    origin: null,
    values,
    expiresOn: null,
    documentsDueOn: null,
    isTermExtended: false,
    rejectionWarnedOn: null,
    remindedOn: null,
    removalRequestedOn: null,
    requestedAt: appliedAt,
    statusSince: appliedAt,
    checkedDocuments: [],
    renewalRequestedOn: null,
    renewedOn: null,
    renewedFrom: null,
    renewalWarnedOn: null,
    closedOn: null,
    enrolledOn: null,
    proposedAt: null,
  }
  for (const step of steps) {
    const today = dayIn(officeZone, step.at)
    const deed = deedOf(step, row, today)
    if (!deed) {
      row = { ...row, removalRequestedOn: today }
      continue
    }
    const facts = associationFactsOf(row, today)
    const denial = associationWorkflow.denialOf(deed.action, facts, { role: deed.role }, inputOf(step))
    if (denial) throw new Error(`${deed.action} from ${row.status} on ${today}: ${denial}`)
    const decreeDate = step.kind === 'act' ? step.input?.decreeDate : undefined
    row = {
      ...row,
      ...moveOf(deed.action, row, today, deed.role, decreeDate && { decreeDate, term: 'anniversary' }),
      // A new application is a record of its own, which nobody has warned.
      ...(step.kind === 'applyAgain' && { rejectionWarnedOn: null }),
    } as StoredFacts
  }
  return row
}

test('each step is allowed by the table, in order and in the past; together the associations are in every status', () => {
  fc.assert(
    fc.property(seeds, days, (seed, today) => {
      const samples = sampleAssociations(drawsFrom(seed), sampleCount, today)
      const statuses = new Set<AssociationStatus>(samples.map((sample) => liveThrough(sample).status))
      expect([...statuses].sort()).toEqual(Object.keys(associationStatusIds).sort())
      for (const { appliedAt, steps } of samples) {
        const instants = [appliedAt, ...steps.map(({ at }) => at), today].map((at) => at.getTime())
        expect(instants).toEqual([...instants].sort((a, b) => a - b))
      }
    }),
    { numRuns: 25 },
  )
})

test('the office has late requests, terms that were extended, warnings, removal requests and renewals to notice', () => {
  const rows = sampleAssociations(drawsFrom(1), sampleCount, monday).map(liveThrough)
  const today = dayIn(officeZone, monday)
  const isLate = ({ documentsDueOn }: StoredFacts) => documentsDueOn !== null && documentsDueOn < today
  expect(rows.filter(isLate)).toHaveLength(3)
  expect(rows.filter((row) => row.isTermExtended && !isLate(row))).toHaveLength(1)
  expect(rows.filter(({ status, rejectionWarnedOn }) => status !== 'rejected' && rejectionWarnedOn)).toHaveLength(3)
  expect(rows.filter(({ status, removalRequestedOn }) => status === 'enrolled' && removalRequestedOn)).toHaveLength(2)
  expect(rows.filter(({ remindedOn, status }) => status === 'enrolled' && remindedOn)).toHaveLength(4)
})

test('names, numbers and people are distinct, and every application is complete but for its documents', () => {
  const samples = sampleAssociations(drawsFrom(1), sampleCount, monday)
  const numbers = samples.map(({ values }) => values.number ?? '')
  expect(new Set(numbers).size).toBe(sampleCount)
  expect(numbers.filter((number) => !('value' in readOrganisationNumber(number)))).toEqual([])
  expect(new Set(samples.map(({ values }) => values.name)).size).toBe(sampleCount)
  const codes = samples.map(({ member }) => member)
  expect(new Set(codes).size).toBe(sampleCount)
  for (const { values } of samples) {
    const read = readWire(associationForm, writeWire(associationForm, values), dayIn(officeZone, monday))
    expect(read, values.name).toMatchObject({ values: { name: values.name } })
  }
})

test('the same seed and day give the same associations', () => {
  expect(sampleAssociations(drawsFrom(5), 40, monday)).toEqual(sampleAssociations(drawsFrom(5), 40, monday))
  expect(sampleAssociations(drawsFrom(5), 40, monday)).not.toEqual(sampleAssociations(drawsFrom(6), 40, monday))
})
