import fc from 'fast-check'
import { describe, expect, expectTypeOf, test } from 'vitest'
import * as z from 'zod/mini'
import { addDays, type PlainDate } from '../kit/plain-date.ts'
import {
  type AssociationAction,
  type AssociationFacts,
  associationActions,
  associationWorkflow,
} from './association.workflow.ts'
import {
  type AssociationActionValues,
  type AssociationActionWord,
  type AssociationDenialReason,
  actionInputOf,
  associationActionDenials,
  associationActionFields,
  associationActionNames,
  associationActionWords,
  associationDenialErrors,
  associationDenialWords,
  checklistOf,
  fieldsOfAssociationAction,
  missingOfAssociationAction,
} from './association-actions.ts'
import { associationStatusIds } from './association-status.ts'

const today: PlainDate = '2026-11-20'
const facts = (changes: Partial<AssociationFacts> = {}): AssociationFacts => ({
  status: 'submitted',
  today,
  isNumberFree: true,
  isTermExtended: false,
  isRemovalRequested: false,
  ...changes,
})
const missing = (action: AssociationActionWord, values: AssociationActionValues, record = facts()) =>
  Object.fromEntries(missingOfAssociationAction(action, values, record).map(({ path, message }) => [path, message]))
const required = 'campo_obbligatorio'

describe('an action of the office', () => {
  test.each<[AssociationActionWord, (keyof AssociationActionValues)[], Record<string, string>]>([
    ['askDocuments', ['missingItems'], { noteMail: required }],
    ['correctDocuments', ['missingItems'], { noteMail: required }],
    ['returnLate', ['reason'], { motivo: required }],
    ['extendTerm', [], {}],
    ['approve', ['checkedDocuments'], { documenti_verificati: 'verifica_incompleta' }],
    ['sign', ['decreeNumber', 'decreeDate'], { numero_decreto: required, data_decreto: required }],
    ['sendBack', ['reason'], { motivo: required }],
    ['approveRenewal', ['checkedDocuments'], { documenti_verificati: 'verifica_incompleta' }],
    ['signRenewal', ['decreeNumber', 'decreeDate'], { numero_decreto: required, data_decreto: required }],
    ['sendRenewalBack', ['reason'], { motivo: required }],
    ['proposeRejection', ['reason'], { motivo: required }],
    ['reject', ['reason'], { motivo: required }],
    ['remove', ['reason'], { motivo: required }],
    [
      'correctDecree',
      ['decreeNumber', 'decreeDate', 'reason'],
      { numero_decreto: required, data_decreto: required, motivo: required },
    ],
    ['acceptProposal', [], {}],
    ['refuseProposal', ['reason'], { motivo: required }],
  ])('%s reads %j, and says which are missing', (action, fields, errors) => {
    expect(fieldsOfAssociationAction(action)).toEqual(fields)
    expect(missing(action, {})).toEqual(errors)
    const values: AssociationActionValues = {
      missingItems: 'il bilancio',
      checkedDocuments: [1, 2, 3, 4, 5, 6, 7],
      reason: 'x',
      decreeNumber: '118/2025',
      decreeDate: today,
    }
    expect(missing(action, values)).toEqual({})
  })

  test.each([
    ['sign', { decreeFrom: '2026-11-01' }, '2026-10-31', 'decreto_prima_della_richiesta'],
    ['sign', { decreeFrom: '2026-11-01' }, '2026-11-21', 'data_futura'],
    ['sign', { decreeFrom: '2026-11-01' }, '2026-11-01', undefined],
    [
      'correctDecree',
      { decreeFrom: '2026-11-01', correctedFrom: '2025-09-20' },
      '2025-09-19',
      'decreto_prima_della_richiesta',
    ],
    ['correctDecree', { decreeFrom: '2026-11-01', correctedFrom: '2025-09-20' }, '2025-09-20', undefined],
  ] as const)('%s with %j and a decree of %s says %s', (action, record, decreeDate, message) => {
    expect(missing(action, { decreeNumber: '1', reason: 'x', decreeDate }, facts(record)).data_decreto).toBe(message)
  })

  test('has one word on the wire, and a place in the reply', () => {
    const words = Object.values(associationActionWords)
    expect(new Set(words).size).toBe(words.length)
    const free = Object.fromEntries([...associationActionNames, 'edit'].map((name) => [name, null]))
    expect(z.encode(associationActionDenials, free as never)).toEqual(
      Object.fromEntries([...words, 'modifica'].map((word) => [word, null])),
    )
  })

  test('is each action of the table but those of the association and of the nightly job', () => {
    const office: readonly string[] = ['registerOperator', 'registerAdmin', 'manager']
    const ofOffice = (Object.keys(associationActions) as AssociationAction[]).filter((action) =>
      associationActions[action].by.some((role) => office.includes(role)),
    )
    expect([...associationActionNames].sort()).toEqual(ofOffice.sort())
  })
})

describe('the checklist', () => {
  test('of an application has the documents 1 to 7, that of a renewal 3 to 7', () => {
    expect(checklistOf('approve')).toEqual([1, 2, 3, 4, 5, 6, 7])
    expect(checklistOf('approveRenewal')).toEqual([3, 4, 5, 6, 7])
  })

  test.each(['approve', 'approveRenewal'] as const)('of %s is complete with each document, in any order', (action) => {
    const list = checklistOf(action)
    const isComplete = (checkedDocuments: readonly number[]) =>
      actionInputOf(action, { checkedDocuments }).isChecklistComplete
    expect(isComplete([...list].reverse())).toBe(true)
    expect(isComplete([...list, 8])).toBe(true)
    for (const type of list) expect(isComplete(list.filter((one) => one !== type))).toBe(false)
  })
})

test('a removal needs no reason where the association requested it', () => {
  expect(missing('remove', {}, facts({ status: 'enrolled', isRemovalRequested: true }))).toEqual({})
})

test('the input of an action has what was given, and nothing else', () => {
  expect(actionInputOf('sign', { associationId: 1, version: 2, word: 'firma', decreeNumber: '1' })).toEqual({
    isChecklistComplete: false,
    decreeNumber: '1',
  })
})

describe('the reasons of a denial', () => {
  type Denial = NonNullable<ReturnType<typeof associationWorkflow.denialOf>>

  test('are those of the workflow but the missing input, and the lock', () => {
    expectTypeOf<AssociationDenialReason>().toEqualTypeOf<Exclude<Denial, 'missing_input'> | 'locked'>()
    expect(Object.keys(associationDenialErrors)).toEqual(Object.keys(associationDenialWords))
    expect(new Set(Object.values(associationDenialWords)).size).toBe(Object.keys(associationDenialWords).length)
  })

  test('have a word each, whatever the record', () => {
    const day = fc.option(
      fc.integer({ min: -800, max: 800 }).map((days) => addDays(today, days)),
      { nil: undefined },
    )
    const record = fc.record({
      status: fc.constantFrom(null, ...(Object.keys(associationStatusIds) as (keyof typeof associationStatusIds)[])),
      isNumberFree: fc.boolean(),
      isTermExtended: fc.boolean(),
      isRemovalRequested: fc.boolean(),
      isCheckBegun: fc.boolean(),
      formedOn: day,
      expiresOn: day,
      documentsDueOn: day,
      rejectionWarnedOn: day,
      remindedOn: day,
    })
    const seen = new Set<string>()
    fc.assert(
      fc.property(record, (known) => {
        for (const action of Object.keys(associationActions) as AssociationAction[])
          for (const role of [
            'applicant',
            'association',
            'registerOperator',
            'registerAdmin',
            'manager',
            'nightly_job',
          ] as const) {
            const denial = associationWorkflow.denialOf(action, facts(known as AssociationFacts), { role })
            if (denial !== null) seen.add(denial)
          }
      }),
      { numRuns: 1000 },
    )
    expect([...seen, 'locked'].sort()).toEqual(Object.keys(associationDenialWords).sort())
  })
})

test('the fields of an action have the names of the specification where it has one', () => {
  expect(associationActionFields.associationId.wire).toBe('id_persona_giuridica')
  expect(associationActionFields.missingItems.wire).toBe('noteMail')
})
