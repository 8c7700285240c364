import { describe, expect, test } from 'vitest'
import { changedKeys } from '#form/use-form-session.ts'
import {
  type Account,
  draftOf,
  emptyDraft,
  errorsOf,
  type OperatorDraft,
  wireOf,
  withFirst,
  withRole,
} from './operator-draft.ts'

const good: OperatorDraft = {
  taxCode: 'RSSMRA80A01H501U',
  firstName: 'Mario',
  lastName: 'Rossi',
  mail: 'mario.rossi@esempio.it',
  phone: '',
  isEnabled: true,
  enabledAt: '',
  roles: ['operatorOne'],
}
const account: Account = {
  id: 7,
  version: 3,
  taxCode: 'RSSMRA80A01H501U',
  firstName: 'Mario',
  lastName: 'Rossi',
  mail: 'mario.rossi@esempio.it',
  isEnabled: true,
  enabledAt: new Date('2026-03-09T13:20:11.000Z'),
  roles: ['operatorTwo', 'manager'],
}

describe('what is wrong with a draft', () => {
  test('is shown all at once, by the messages of the specification', () => {
    expect(errorsOf(emptyDraft)).toEqual({
      lastName: 'campo_obbligatorio',
      firstName: 'campo_obbligatorio',
      taxCode: 'campo_obbligatorio',
      mail: 'campo_obbligatorio',
      roles: 'ruolo_obbligatorio',
    })
  })

  test.each([
    [{}, {}],
    [{ taxCode: 'rssmra80a01h501u' }, {}],
    [{ taxCode: 'RSSMRA80A01' }, { taxCode: 'codice_fiscale_non_valido' }],
    [{ mail: 'mario' }, { mail: 'email_non_valida' }],
    [{ phone: '06-casa' }, { phone: 'telefono_non_valido' }],
    [{ phone: '+39061234567' }, {}],
    [{ firstName: 'x'.repeat(101) }, { firstName: 'nome_troppo_lungo' }],
    [{ lastName: '   ' }, { lastName: 'campo_obbligatorio' }],
    [{ enabledAt: '31/02/2026' }, { enabledAt: 'data_non_valida' }],
    [{ enabledAt: '1/2/26' }, { enabledAt: 'data_non_valida' }],
    [{ enabledAt: '01/12/2026' }, {}],
  ] as const)('%o: %o', (changes, errors) => expect(errorsOf({ ...good, ...changes })).toEqual(errors))
})

describe('a draft on the wire', () => {
  test('has the names of the contract, a day as midnight UTC and the roles in their order', () => {
    expect(wireOf({ ...good, enabledAt: '01/12/2026', roles: ['manager', 'operatorOne'] })).toEqual({
      cf: 'RSSMRA80A01H501U',
      nome: 'Mario',
      cognome: 'Rossi',
      mail: 'mario.rossi@esempio.it',
      flag_abilitazione: 1,
      data_abilitazione: '2026-12-01T00:00:00.000Z',
      listaRuolo: ['ACLRUP', 'ACLOP1'],
    })
  })

  test('names the account, its version and its former roles; a day left as it was keeps its hour', () => {
    const draft = { ...draftOf(account), lastName: 'Bianchi' }
    expect(wireOf(draft, account)).toMatchObject({
      id_utente: 7,
      versione: 3,
      cognome: 'Bianchi',
      data_abilitazione: '2026-03-09T13:20:11.000Z',
      listaRuolo: ['ACLOP2', 'ACLRUP'],
      listaRuoloOld: ['ACLOP2', 'ACLRUP'],
    })
    expect(wireOf({ ...draft, enabledAt: '10/03/2026' }, account).data_abilitazione).toBe('2026-03-10T00:00:00.000Z')
  })
})

test('an account as it is read has no changes; each change is found', () => {
  const draft = draftOf(account)
  expect(draft.enabledAt).toBe('09/03/2026')
  expect(changedKeys(draft, draftOf(account))).toEqual([])
  expect(changedKeys({ ...draft, phone: '1', roles: ['manager', 'operatorTwo'] }, draft)).toEqual(['phone', 'roles'])
})

test('a role that is given comes last, one that is taken goes, and any may come first', () => {
  expect(withRole(['manager'], 'operatorOne', true)).toEqual(['manager', 'operatorOne'])
  expect(withRole(['manager', 'operatorOne'], 'manager', false)).toEqual(['operatorOne'])
  expect(withFirst(['manager', 'operatorOne'], 'operatorOne')).toEqual(['operatorOne', 'manager'])
})
