import { type AssociationStatus, type PlainDate, type Role, roleCodes } from '@portal/contract'
import { describe, expect, test } from 'vitest'
import { moveOf } from './association-moves.rules.ts'
import {
  associationFactsOf,
  denialsFor,
  editDenialOf,
  enrolmentNumberOf,
  groundIdsOf,
  ownEditDenialOf,
  requestNumberOf,
  type StoredFacts,
  subGroundIdsOf,
  workflowRoleOf,
} from './associations.rules.ts'
import { outcomeOf } from './enrolment/enrolment.service.ts'
import { aYearAfter, expiryOf, reminderDaysOf, renewedExpiryOf } from './expiry.rules.ts'

const today = '2026-11-20'
const nothingPending = {
  removalRequestedOn: null,
  requestedAt: new Date('2026-11-01T10:00:00Z'),
  statusSince: new Date('2026-11-01T10:00:00Z'),
  checkedDocuments: [],
  renewalRequestedOn: null,
  renewedOn: null,
  renewedFrom: null,
  renewalWarnedOn: null,
  closedOn: null,
  enrolledOn: null,
  proposedAt: null,
} as const
const row = (status: AssociationStatus, more: Partial<StoredFacts> = {}): StoredFacts => ({
  status,
  origin: null,
  values: { formedOn: '2019-03-01' },
  expiresOn: null,
  documentsDueOn: null,
  isTermExtended: false,
  rejectionWarnedOn: null,
  remindedOn: null,
  ...nothingPending,
  ...more,
})

describe('the expiry of an enrolment', () => {
  test.each([
    ['2026-11-20', 'anniversary', '2027-11-20'],
    ['2028-02-29', 'anniversary', '2029-02-28'],
    ['2026-11-20', 'year_end', '2026-12-31'],
    ['2026-12-31', 'year_end', '2026-12-31'],
  ] as const)('of a decree of %s by %s is %s', (decree, term, expiry) => expect(expiryOf(decree, term)).toBe(expiry))

  test.each([
    ['before the old expiry', '2027-01-10', '2026-12-01', 'anniversary', '2028-01-10'],
    ['after the old expiry', '2026-11-01', '2026-12-01', 'anniversary', '2027-12-01'],
    ['on the old expiry', '2026-12-01', '2026-12-01', 'anniversary', '2027-12-01'],
    ['without an old expiry', null, '2026-12-01', 'anniversary', '2027-12-01'],
    ['before the end of the year', '2026-12-31', '2026-12-01', 'year_end', '2027-12-31'],
    ['in the next year', '2026-12-31', '2027-02-01', 'year_end', '2027-12-31'],
  ] as const)('of a renewal %s counts from the later of both', (_what, old, decree, term, expiry) =>
    expect(renewedExpiryOf(old, decree, term)).toBe(expiry),
  )

  test('of 29 February is 28 February', () => expect(aYearAfter('2028-02-29')).toBe('2029-02-28'))
})

describe('what an action changes', () => {
  const signing = { decreeDate: '2026-11-19', term: 'anniversary' } as const

  test.each([
    ['submitted', 'submitted'],
    ['renewalAsked', 'renewalAsked'],
  ] as const)('a request for documents keeps %s as its origin and gives thirty days', (status, origin) => {
    expect(moveOf('askDocuments', row(status), today, 'registerOperator')).toEqual({
      status: 'documentsAsked',
      origin,
      documentsDueOn: '2026-12-21',
      isTermExtended: false,
    })
    const late = row('documentsAsked', { origin, documentsDueOn: '2026-11-19' })
    const returned = {
      status: origin,
      origin: null,
      documentsDueOn: null,
      isTermExtended: false,
      renewalWarnedOn: null,
    }
    expect(moveOf('returnLate', late, today, 'registerAdmin')).toEqual(returned)
    expect(moveOf('sendDocuments', late, today, 'applicant')).toEqual(returned)
    expect(moveOf('extendTerm', late, today, 'registerAdmin')).toEqual({
      status: 'documentsAsked',
      documentsDueOn: '2026-12-21',
      isTermExtended: true,
    })
  })

  test('a signature enrols for a year, a second one renews', () => {
    expect(moveOf('sign', row('approvedToSign'), today, 'manager', signing)).toMatchObject({
      status: 'enrolled',
      enrolledOn: '2026-11-19',
      expiresOn: '2027-11-19',
      rejectionWarnedOn: null,
    })
    const renewed = moveOf(
      'signRenewal',
      row('renewalApproved', { expiresOn: '2027-01-10' }),
      today,
      'manager',
      signing,
    )
    expect(renewed).toMatchObject({
      status: 'enrolled',
      renewedOn: '2026-11-19',
      expiresOn: '2028-01-10',
      remindedOn: null,
    })
    expect(renewed).not.toHaveProperty('enrolledOn')
  })

  test('a corrected decree moves what follows from it, from the day of the request on', () => {
    const correct = (of: StoredFacts, decreeDate: PlainDate) =>
      moveOf('correctDecree', of, today, 'manager', { decreeDate, term: 'anniversary' })
    const wrong = row('expired', { enrolledOn: '1999-01-10', expiresOn: '2000-01-10', closedOn: '2000-01-10' })
    expect(correct(wrong, '2026-11-19')).toEqual({
      status: 'enrolled',
      enrolledOn: '2026-11-19',
      decreeDate: '2026-11-19',
      expiresOn: '2027-11-19',
      closedOn: null,
      remindedOn: null,
    })
    const renewed = row('enrolled', { enrolledOn: '2025-11-10', renewedOn: '2026-11-01', renewedFrom: '2026-11-10' })
    expect(correct(renewed, '2026-11-15')).toMatchObject({ renewedOn: '2026-11-15', expiresOn: '2027-11-15' })
    expect(correct(renewed, '2026-11-02')).toMatchObject({ renewedOn: '2026-11-02', expiresOn: '2027-11-10' })
    expect(correct(renewed, '2026-11-02')).not.toHaveProperty('enrolledOn')
  })

  test.each([
    ['2026-12-01', 'enrolled', null],
    ['2026-11-01', 'expired', today],
  ] as const)('a renewal that is withdrawn leaves an enrolment until %s %s', (expiresOn, status, closedOn) => {
    const pending = row('renewalAsked', { expiresOn, renewalRequestedOn: '2026-10-20' })
    expect(moveOf('withdrawRenewal', pending, today, 'association')).toMatchObject({
      status,
      closedOn,
      renewalRequestedOn: null,
    })
  })

  test('an end keeps its day: expiry the last day, removal and rejection today', () => {
    const enrolled = row('enrolled', { expiresOn: '2026-11-10' })
    expect(moveOf('expire', enrolled, today, 'nightly_job')).toEqual({ status: 'expired', closedOn: '2026-11-10' })
    expect(moveOf('remove', enrolled, today, 'manager')).toMatchObject({ status: 'removed', closedOn: today })
    const warned = row('submitted', { rejectionWarnedOn: '2026-11-01' })
    expect(moveOf('reject', warned, today, 'manager')).toEqual({ status: 'rejected', closedOn: today })
  })
})

describe('the denials of a record', () => {
  test('are asked for each role, and locked where the table has no objection', () => {
    const open = denialsFor(associationFactsOf(row('submitted'), today), 'registerAdmin', {
      mayEdit: true,
      isLocked: false,
    })
    expect(open).toMatchObject({ askDocuments: null, approve: null, sign: 'wrong_role', returnLate: 'wrong_status' })
    expect(open.edit).toBeNull()
    const locked = denialsFor(associationFactsOf(row('submitted'), today), 'registerAdmin', {
      mayEdit: true,
      isLocked: true,
    })
    expect(locked).toMatchObject({ askDocuments: 'locked', approve: 'locked', sign: 'wrong_role', edit: 'locked' })
  })

  test('are those of a stranger for roles without a part in the register', () => {
    const denials = denialsFor(associationFactsOf(row('submitted'), today), 'operatorOne', {
      mayEdit: false,
      isLocked: false,
    })
    expect(new Set(Object.values(denials))).toEqual(new Set(['wrong_role']))
    const part = (Object.keys(roleCodes) as Role[]).filter((role) => workflowRoleOf(role) !== null)
    expect(part).toEqual(['manager', 'registerAdmin', 'registerOperator', 'associationMember'])
  })

  test.each(['expired', 'removed', 'rejected'] as const)('let nobody edit what is %s', (status) => {
    expect(editDenialOf({ status, mayEdit: true, isLocked: false })).toBe('wrong_status')
    expect(ownEditDenialOf(associationFactsOf(row(status), today), false)).toBe('wrong_status')
  })

  const ownDenialOf = (status: AssociationStatus, more: Partial<StoredFacts> = {}, isLocked = false) =>
    ownEditDenialOf(associationFactsOf({ ...row(status), ...more }, today), isLocked)

  test('let an association edit itself while documents are missing or it is enrolled', () => {
    expect(ownDenialOf('documentsAsked', { origin: 'submitted' })).toBeNull()
    expect(ownDenialOf('enrolled')).toBeNull()
    expect(ownDenialOf('enrolled', {}, true)).toBe('locked')
    for (const status of ['approvedToSign', 'renewalAsked', 'renewalApproved'] as const)
      expect(ownDenialOf(status)).toBe('wrong_status')
  })

  test.each<[string, Partial<StoredFacts>]>([
    ['a document is checked', { checkedDocuments: [1] }],
    ['a rejection was announced', { rejectionWarnedOn: today }],
    ['the request has left its first status once', { statusSince: new Date('2026-11-19T09:00:00Z') }],
  ])('let an applicant correct a request until %s', (_begun, more) => {
    expect(ownDenialOf('submitted')).toBeNull()
    expect(ownDenialOf('submitted', {}, true)).toBe('locked')
    expect(ownDenialOf('submitted', more)).toBe('check_begun')
  })
})

test.each([
  ['2027-01-20', undefined],
  ['2027-01-19', 60],
  ['2026-12-20', 30],
  ['2026-11-28', 30],
  ['2026-11-27', 7],
] as const)('the reminder for an expiry on %s is the nearest one', (expiresOn, days) =>
  expect(reminderDaysOf(expiresOn, today)).toBe(days),
)

test.each([
  [[], 'unknown'],
  [[{ status: 'removed', origin: null }], 'removed'],
  [
    [
      { status: 'removed', origin: null },
      { status: 'rejected', origin: null },
    ],
    'rejected',
  ],
  [
    [
      { status: 'removed', origin: null },
      { status: 'submitted', origin: null },
    ],
    'requestPending',
  ],
  [[{ status: 'documentsAsked', origin: 'submitted' }], 'requestPending'],
  [[{ status: 'documentsAsked', origin: 'renewalAsked' }], 'enrolment'],
  [[{ status: 'expired', origin: null }], 'enrolment'],
] as const)('the outcome of the records %j is %s', (records, outcome) => expect(outcomeOf(records)).toBe(outcome))

test('grounds are the main one and the secondary ones, each once', () => {
  expect(groundIdsOf({ mainGroundId: 2, secondaryGrounds: [{ groundId: 1 }, { groundId: 2 }] })).toEqual([2, 1])
  expect(groundIdsOf({})).toEqual([])
  const secondaryGrounds = [{ groundId: 1, subGroundId: 101 }, { groundId: 4 }]
  expect(subGroundIdsOf({ mainGroundId: 2, mainSubGroundId: 201, secondaryGrounds })).toEqual([201, 101])
  expect(subGroundIdsOf({})).toEqual([])
})

test('numbers have their year and their zeros', () => {
  expect(requestNumberOf(2026, 12)).toBe('R-2026-000012')
  expect(enrolmentNumberOf('UNAR', 7)).toBe('UNAR-ASS-00007')
})
