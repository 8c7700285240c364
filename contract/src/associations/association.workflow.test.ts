import { describe, expect, test } from 'vitest'
import type { PlainDate } from '../kit/plain-date.ts'
import {
  type AssociationAction,
  type AssociationActionInput,
  type AssociationFacts,
  type AssociationWords,
  associationActions,
  associationWorkflow,
} from './association.workflow.ts'
import { type AssociationStatus, associationStatusIds } from './association-status.ts'

type Role = AssociationWords['role']
const { denialOf, statusAfter } = associationWorkflow
const roles: readonly Role[] = [
  'applicant',
  'association',
  'registerOperator',
  'registerAdmin',
  'manager',
  'nightly_job',
]
const statuses = Object.keys(associationStatusIds) as AssociationStatus[]
const register: readonly Role[] = ['registerOperator', 'registerAdmin']

/** The table of decisions §6: action, statuses it starts from (0: none yet), actors, resulting status. */
// biome-ignore format: a table
const rows: readonly (readonly [AssociationAction, readonly number[], readonly Role[], number | 'origin' | 'same' | 'lapsed'])[] = [
  ['apply',            [0],           ['applicant'],     1],
  ['correctRequest',   [1],           ['applicant'],     'same'],
  ['askDocuments',     [1, 9],        register,          3],
  ['correctDocuments', [3],           register,          'same'],
  ['sendDocuments',    [3],           ['applicant'],     'origin'],
  ['returnLate',       [3],           register,          'origin'],
  ['extendTerm',       [3],           register,          'same'],
  ['approve',          [1],           ['registerAdmin'], 4],
  ['sign',             [4],           ['manager'],       5],
  ['sendBack',         [4],           ['manager'],       1],
  ['sendRenewalBack',  [10],          ['manager'],       9],
  ['proposeRejection', [1, 4, 9],     ['registerAdmin'], 'same'],
  ['reject',           [1, 4, 9],     ['manager'],       8],
  ['askRenewal',       [5, 6],        ['association'],   9],
  ['approveRenewal',   [9],           ['registerAdmin'], 10],
  ['signRenewal',      [10],          ['manager'],       5],
  ['remind',           [5],           ['nightly_job'],   'same'],
  ['expire',           [5],           ['nightly_job'],   6],
  ['remove',           [5, 6, 9, 10], ['manager'],       7],
  ['applyAgain',       [7, 8],        ['applicant'],     1],
  ['correctDecree',    [5, 6, 9, 10, 3], ['manager'],    'same'],
  ['changeOwn',        [5],           ['association'],   'same'],
  ['propose',          [5, 6, 9, 10, 3], ['association'], 'same'],
  ['acceptProposal',   [5, 6, 9, 10, 3], register,       'same'],
  ['refuseProposal',   [5, 6, 9, 10, 3], register,       'same'],
  ['withdrawProposal', [5, 6, 9, 10, 3], ['association'], 'same'],
  ['askRemoval',       [5, 6, 9, 10], ['association'],   'same'],
  ['withdrawRemoval',  [5, 6, 9, 10, 3], ['association'], 'same'],
  ['withdrawRenewal',  [3, 9],        ['association'],   'lapsed'],
  ['warnRenewal',      [3],           ['nightly_job'],   'same'],
  ['endRenewal',       [3],           ['nightly_job'],   6],
]

const facts: AssociationFacts = {
  status: null,
  today: '2027-06-15',
  origin: 'renewalAsked',
  isNumberFree: true,
  formedOn: '2020-02-29',
  expiresOn: '2027-06-14',
  documentsDueOn: '2027-06-14',
  isTermExtended: false,
  rejectionWarnedOn: '2027-06-04',
  isRemovalRequested: false,
  decreeFrom: '2027-06-01',
  correctedFrom: '2026-05-01',
  enrolledOn: '2026-06-14',
  isProposalOpen: true,
}
/** The day before expiry, where the nightly job reminds and does not expire. */
const reminding = { expiresOn: '2027-06-20' } as const
/** A renewal that waited for the association longer than 90 days after the expiry, 15 days after the letter. */
const ended = { expiresOn: '2027-03-16', renewalWarnedOn: '2027-05-31' } as const
const input: AssociationActionInput = {
  documents: [1, 2, 3, 4, 5, 6, 7],
  missingItems: 'Il bilancio',
  hasRequestedItems: true,
  isChecklistComplete: true,
  decreeNumber: '12/2027',
  decreeDate: '2027-06-10',
  reason: 'Manca lo scopo.',
}
const idOf = (status: AssociationStatus | null) => (status === null ? 0 : associationStatusIds[status])

/** A request in which nothing but the table decides. */
const inStatus = (action: AssociationAction, status: AssociationStatus | null): AssociationFacts => ({
  ...facts,
  ...(action === 'remind' && reminding),
  ...(action === 'correctDocuments' && { documentsDueOn: facts.today }),
  ...(action === 'withdrawRemoval' && { isRemovalRequested: true }),
  ...(action === 'warnRenewal' && { expiresOn: '2027-04-01' as const }),
  ...(action === 'endRenewal' && ended),
  status,
})

describe('the table of the register', () => {
  test('has every action of the decisions, and no other', () => {
    expect(rows.map(([action]) => action)).toEqual(Object.keys(associationActions))
  })

  const denialIn = (from: readonly number[], by: readonly Role[], id: number, role: Role) => {
    if (!by.includes(role)) return 'wrong_role'
    return from.includes(id) ? null : 'wrong_status'
  }

  const cells = rows.flatMap((row) => roles.map((role) => [row[0], role, row] as const))
  test.each(cells)('%s by %s, from every status', (action, role, [, from, by, to]) => {
    for (const status of [null, ...statuses]) {
      const id = idOf(status)
      const record = inStatus(action, status)
      const denial = denialIn(from, by, id, role)
      expect({ from: id, denial: denialOf(action, record, { role }, input) }).toEqual({ from: id, denial })
      const target = { same: id, origin: 9, lapsed: 6 }[to] ?? to
      if (denial === null) expect(idOf(statusAfter(action, record, { role }))).toBe(target)
    }
  })
})

describe('beyond role and status', () => {
  type Case = readonly [AssociationAction, Role, AssociationStatus | null, Partial<AssociationFacts>, string | null]
  const today = (day: PlainDate) => ({ today: day })
  // biome-ignore format: a table
  const conditions: readonly Case[] = [
    ['apply',      'applicant',        null,             { isNumberFree: false },                                'number_in_use'],
    ['apply',      'applicant',        null,             { formedOn: '2026-06-16' },                             'too_young'],
    ['apply',      'applicant',        null,             { formedOn: '2026-06-15' },                             null],
    ['apply',      'applicant',        null,             { formedOn: '2024-02-29', ...today('2025-02-28') },     'too_young'],
    ['apply',      'applicant',        null,             { formedOn: '2024-02-29', ...today('2025-03-01') },     null],
    ['applyAgain', 'applicant',        'rejected',       { formedOn: '2027-01-01' },                             'too_young'],
    ['returnLate', 'registerOperator', 'documentsAsked', { documentsDueOn: '2027-06-15' },                       'term_open'],
    ['extendTerm', 'registerAdmin',    'documentsAsked', { documentsDueOn: '2027-06-15' },                       'term_open'],
    ['correctDocuments', 'registerOperator', 'documentsAsked', { documentsDueOn: '2027-06-14' },                 'term_over'],
    ['extendTerm', 'registerAdmin',    'documentsAsked', { isTermExtended: true },                               'already_extended'],
    ['reject',     'manager',          'submitted',      { rejectionWarnedOn: '2027-06-05' },                    'warning_open'],
    ['askRenewal', 'association',      'enrolled',       { expiresOn: '2027-08-15' },                            'renewal_shut'],
    ['askRenewal', 'association',      'enrolled',       { expiresOn: '2027-08-14' },                            null],
    ['askRenewal', 'association',      'expired',        { expiresOn: '2027-03-17' },                            null],
    ['askRenewal', 'association',      'expired',        { expiresOn: '2027-03-16' },                            'renewal_shut'],
    ['expire',     'nightly_job',      'enrolled',       { expiresOn: '2027-06-15' },                            'not_expired'],
    ['remind',     'nightly_job',      'enrolled',       { expiresOn: '2027-08-15' },                            'no_reminder_due'],
    ['remind',     'nightly_job',      'enrolled',       { expiresOn: '2027-08-14' },                            null],
    ['remind',     'nightly_job',      'enrolled',       { expiresOn: '2027-08-12', remindedOn: '2027-06-13' },  'no_reminder_due'],
    ['remind',     'nightly_job',      'enrolled',       { expiresOn: '2027-07-15', remindedOn: '2027-05-16' },  null],
    ['remind',     'nightly_job',      'enrolled',       { expiresOn: '2027-06-14' },                            'no_reminder_due'],
    ['correctDecree', 'manager',       'documentsAsked', { enrolledOn: undefined as never },                     'not_decreed'],
    ['propose',    'association',      'documentsAsked', { enrolledOn: undefined as never },                     'not_decreed'],
    ['acceptProposal', 'registerAdmin', 'enrolled',      { isProposalOpen: false },                              'no_proposal'],
    ['withdrawProposal', 'association', 'enrolled',      { isProposalOpen: false },                              'no_proposal'],
    ['askRemoval', 'association',      'enrolled',       { isRemovalRequested: true },                           'removal_requested'],
    ['withdrawRemoval', 'association', 'enrolled',       { isRemovalRequested: false },                          'no_removal_requested'],
    ['withdrawRenewal', 'association', 'documentsAsked', { origin: 'submitted' },                                'no_renewal'],
    ['warnRenewal', 'nightly_job',     'documentsAsked', { expiresOn: '2027-04-01' },                            null],
    ['warnRenewal', 'nightly_job',     'documentsAsked', { expiresOn: '2027-04-02' },                            'renewal_open'],
    ['warnRenewal', 'nightly_job',     'documentsAsked', { renewalWarnedOn: '2027-06-01' },                      'renewal_open'],
    ['warnRenewal', 'nightly_job',     'documentsAsked', { origin: 'submitted' },                                'renewal_open'],
    ['endRenewal', 'nightly_job',      'documentsAsked', { expiresOn: '2027-03-17' },                            'renewal_open'],
    ['endRenewal', 'nightly_job',      'documentsAsked', { renewalWarnedOn: '2027-06-01' },                      'renewal_open'],
    ['endRenewal', 'nightly_job',      'documentsAsked', { renewalWarnedOn: undefined as never },                'renewal_open'],
    ['endRenewal', 'nightly_job',      'documentsAsked', { origin: 'submitted' },                                'renewal_open'],
  ]
  test.each(conditions)('%s by %s from %s with %j: %s', (action, role, status, changes, expected) => {
    expect(denialOf(action, { ...inStatus(action, status), ...changes }, { role }, input)).toBe(expected)
  })

  const none: Partial<AssociationFacts> = {
    rejectionWarnedOn: undefined,
    expiresOn: undefined,
    formedOn: undefined,
  } as never
  test.each([
    ['reject', 'manager', 'submitted', 'warning_open'],
    ['askRenewal', 'association', 'enrolled', 'renewal_shut'],
    ['expire', 'nightly_job', 'enrolled', 'not_expired'],
    ['remind', 'nightly_job', 'enrolled', 'no_reminder_due'],
    ['apply', 'applicant', null, 'too_young'],
  ] as const)('%s is denied while its day is not known', (action, role, status, expected) => {
    expect(denialOf(action, { ...inStatus(action, status), ...none }, { role }, input)).toBe(expected)
  })

  test.each([
    ['apply', 'applicant', null, { documents: [1, 2, 3, 4, 5, 6] }],
    ['askRenewal', 'association', 'enrolled', { documents: [1, 2, 4, 5, 6, 7] }],
    ['askDocuments', 'registerOperator', 'submitted', { missingItems: '' }],
    ['sendDocuments', 'applicant', 'documentsAsked', { hasRequestedItems: false }],
    ['approve', 'registerAdmin', 'submitted', { isChecklistComplete: false }],
    ['sign', 'manager', 'approvedToSign', { decreeNumber: '' }],
    ['signRenewal', 'manager', 'renewalApproved', { decreeDate: undefined as never }],
    ['sign', 'manager', 'approvedToSign', { decreeDate: '2027-05-31' }],
    ['sign', 'manager', 'approvedToSign', { decreeDate: '2027-06-16' }],
    ['correctDecree', 'manager', 'enrolled', { decreeDate: '2026-04-30' }],
    ['correctDecree', 'manager', 'enrolled', { reason: '' }],
    ['refuseProposal', 'registerAdmin', 'enrolled', { reason: '' }],
    ['reject', 'manager', 'renewalAsked', { reason: '' }],
    ['remove', 'manager', 'enrolled', { reason: '' }],
  ] as const)('%s is denied without what it needs', (action, role, status, changes) => {
    expect(denialOf(action, inStatus(action, status), { role }, { ...input, ...changes })).toBe('missing_input')
  })

  test('a removal that the association wants needs no reason', () => {
    const record = { ...inStatus('remove', 'enrolled'), isRemovalRequested: true }
    expect(denialOf('remove', record, { role: 'manager' }, {})).toBeNull()
  })
})
