import type { CaseStatus, Role } from '@portal/contract'
import { describe, expect, test } from 'vitest'
import {
  type Account,
  canWorkOn,
  casesLeftBehind,
  changedAccount,
  changesOf,
  entriesOf,
  isActive,
  isActiveManager,
  isAssociationOnly,
  newAccount,
} from './operators.rules.ts'

const now = new Date('2026-11-20T10:00:00.000Z')
const later = new Date('2026-12-01T00:00:00.000Z')
const earlier = new Date('2026-01-01T00:00:00.000Z')
const account = (changes: Partial<Account> = {}): Account => ({
  taxCode: 'MLSTRS80A01H501W',
  firstName: 'Teresa',
  lastName: 'Malaspina',
  mail: 'teresa@example.it',
  phone: null,
  isEnabled: true,
  enabledAt: earlier,
  disabledAt: null,
  deletedAt: null,
  roles: ['operatorOne'],
  ...changes,
})
const input = (changes = {}) => ({
  taxCode: 'MLSTRS80A01H501W',
  firstName: 'Teresa',
  lastName: 'Malaspina',
  mail: 'teresa@example.it',
  isEnabled: true,
  roles: ['operatorOne'] as Role[],
  ...changes,
})

describe('an account is active', () => {
  test.each<[string, Partial<Account>, boolean]>([
    ['enabled', {}, true],
    ['enabled from this moment on', { enabledAt: now }, true],
    ['enabled from a day to come', { enabledAt: later }, false],
    ['disabled', { isEnabled: false }, false],
    ['deleted', { deletedAt: earlier }, false],
  ])('%s: %o', (_name, changes, expected) => {
    expect(isActive(account(changes), now)).toBe(expected)
    expect(isActiveManager(account({ ...changes, roles: ['manager'] }), now)).toBe(expected)
    expect(isActiveManager(account(changes), now)).toBe(false)
  })
})

describe('an assigned case can be worked on', () => {
  // biome-ignore format: a table
  test.each<[CaseStatus, readonly Role[]]>([
    ['open',      ['manager', 'operatorOne', 'operatorTwo']],
    ['toAssign',  ['manager', 'operatorOne', 'operatorTwo']],
    ['inWorkOne', ['manager', 'operatorOne']],
    ['inWorkTwo', ['manager', 'operatorTwo']],
    ['external',  ['manager', 'operatorOne', 'operatorTwo']],
    ['closed',    []],
    ['reopened',  ['manager', 'operatorOne', 'operatorTwo']],
    ['cancelled', []],
  ])('in %s by %o', (status, able) => {
    const all: Role[] = ['manager', 'operatorOne', 'operatorTwo', 'registerAdmin', 'registerOperator', 'associationMember']
    expect(all.filter((role) => canWorkOn(account({ roles: [role] }), status, now))).toEqual(able)
    expect(canWorkOn(account({ roles: all, isEnabled: false }), status, now)).toBe(false)
  })

  const cases = [
    { status: 'inWorkOne', count: 2 },
    { status: 'inWorkTwo', count: 3 },
  ] as const
  test.each<[string, Partial<Account>, Partial<Account>, number]>([
    ['disabling leaves all behind', { roles: ['manager'] }, { roles: ['manager'], isEnabled: false }, 5],
    ['a day to come as well', { roles: ['manager'] }, { roles: ['manager'], enabledAt: later }, 5],
    ['level I taken away', { roles: ['operatorOne', 'operatorTwo'] }, { roles: ['operatorTwo'] }, 2],
    ['RUP made level II', { roles: ['manager'] }, { roles: ['operatorTwo'] }, 2],
    ['another role besides', { roles: ['manager'] }, { roles: ['operatorTwo', 'manager'] }, 0],
    ['what was left behind before does not count', { roles: ['registerAdmin'] }, { roles: ['registerOperator'] }, 0],
  ])('%s', (_name, before, after, expected) => {
    expect(casesLeftBehind(cases, account(before), account(after), now)).toBe(expected)
  })
})

describe('a change', () => {
  test.each<[string, Partial<Account>, object, Partial<Account>]>([
    ['opens from now', { isEnabled: false, disabledAt: earlier }, {}, { enabledAt: now, disabledAt: null }],
    ['opens from a day', { isEnabled: false }, { enabledAt: later }, { enabledAt: later, disabledAt: null }],
    ['keeps the day where none is given', {}, { phone: '061234' }, { enabledAt: earlier, phone: '061234' }],
    ['disables now', {}, { isEnabled: false }, { isEnabled: false, disabledAt: now, enabledAt: earlier }],
    [
      'of somebody disabled keeps since when',
      { isEnabled: false, disabledAt: earlier },
      { isEnabled: false, lastName: 'Neri' },
      { disabledAt: earlier, lastName: 'Neri' },
    ],
    [
      'keeps the role from associations, last',
      { roles: ['associationMember'] },
      { roles: ['operatorTwo'] },
      { roles: ['operatorTwo', 'associationMember'] },
    ],
  ])('%s', (_name, before, wanted, expected) => {
    expect(changedAccount(account(before), input(wanted), now)).toMatchObject(expected)
  })

  test('a new account opens now unless it says when', () => {
    expect(newAccount(input(), now)).toMatchObject({ enabledAt: now, phone: null, disabledAt: null, deletedAt: null })
    expect(newAccount(input({ enabledAt: later }), now).enabledAt).toEqual(later)
  })

  test('is listed field by field, before and after', () => {
    const after = account({ lastName: 'Neri', phone: '06', roles: ['operatorTwo', 'manager'] })
    expect(changesOf(account(), after)).toEqual([
      { field: 'lastName', before: 'Malaspina', after: 'Neri' },
      { field: 'phone', before: undefined, after: '06' },
      { field: 'roles', before: 'ACLOP1', after: 'ACLOP2|ACLRUP' },
    ])
    expect(changesOf(undefined, account()).map(({ field }) => field)).toEqual([
      ...['taxCode', 'firstName', 'lastName', 'mail', 'enabledAt', 'isEnabled', 'roles'],
    ])
  })

  test('of opening stands apart from the others in the history', () => {
    const shut = account({ isEnabled: false, disabledAt: now, lastName: 'Neri' })
    expect(entriesOf(account(), shut)).toEqual([
      { action: 'disabled', changes: [{ field: 'isEnabled', before: '1', after: '0' }] },
      { action: 'modified', changes: [{ field: 'lastName', before: 'Malaspina', after: 'Neri' }] },
    ])
    expect(entriesOf(shut, account({ lastName: 'Neri', enabledAt: later })).map(({ action }) => action)).toEqual([
      'enabled',
    ])
    expect(entriesOf(account(), account({ enabledAt: later })).map(({ action }) => action)).toEqual(['modified'])
    expect(entriesOf(account(), account())).toEqual([])
  })
})

test('an account with only the role of an association member is not an account of the office', () => {
  expect(isAssociationOnly({ roles: ['associationMember'] })).toBe(true)
  expect(isAssociationOnly({ roles: [] })).toBe(true)
  expect(isAssociationOnly({ roles: ['operatorOne', 'associationMember'] })).toBe(false)
})
