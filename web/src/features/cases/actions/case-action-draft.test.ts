import { expect, test } from 'vitest'
import { actionKeysOf, readAction, withActionValue, withPredefinedReason } from './case-action-draft.ts'

const today = '2026-11-22'
const record = { id: 5, version: 2, values: {} }
const full = {
  values: { outcomeId: 1, relevanceId: 1, grounds: [{ groundId: 1 }], performedActions: [{ actionId: 1 }] },
}

test('an action asks for what it needs and the case does not say, and for a reason last', () => {
  expect(actionKeysOf('take', record)).toEqual(['reason'])
  expect(actionKeysOf('sendToAssign', record)).toEqual(['relevanceId', 'groundId', 'subGroundId', 'reason'])
  expect(actionKeysOf('close', record)).toEqual(['outcomeId', 'performedActionId', 'performedOn', 'reason'])
  expect(actionKeysOf('close', full)).toEqual(['reason'])
  expect(actionKeysOf('cancel', full)).toEqual(['reason'])
  expect(actionKeysOf('assignExternal', full)).toEqual([
    'externalBodyId',
    'externalOn',
    'externalProtocol',
    'legalBasis',
    'reason',
  ])
})

test('level I is asked whether it was answered at once, unless the case says so or is out of remit', () => {
  expect(actionKeysOf('closeAtOnce', full)[0]).toBe('isAnsweredAtOnce')
  expect(actionKeysOf('closeAtOnce', { values: { ...full.values, isAnsweredAtOnce: true } })).toEqual(['reason'])
  expect(actionKeysOf('closeAtOnce', { values: { ...full.values, relevanceId: 2 } })).toEqual(['reason'])
})

test('every fault is shown at once, at its field', () => {
  const { errors } = readAction({ word: 'close', action: 'closeAtOnce' }, { performedOn: '99/99/2026' }, record, today)
  expect(errors.map(({ key }) => key)).toEqual(['isAnsweredAtOnce', 'outcomeId', 'performedActionId'])
  expect(readAction({ word: 'cancel', action: 'cancel' }, { reason: '  ' }, record, today).errors).toEqual([
    { key: 'reason', path: 'motivo', message: 'campo_obbligatorio' },
  ])
})

test('an action travels by its word, with the case and the version that was read', () => {
  const draft = { outcomeId: 3, performedActionId: 1, performedOn: '5/3/2026', reason: 'Fatto' }
  expect(readAction({ word: 'close', action: 'close' }, draft, record, today)).toEqual({
    errors: [],
    wire: {
      id_segnalazione: 5,
      versione: 2,
      azione: 'chiudi',
      id_esito_finale: 3,
      id_azioni_svolte: 1,
      data: '2026-03-05T00:00:00.000Z',
      motivo: 'Fatto',
    },
  })
})

test('another ground empties the sub-ground', () => {
  expect(withActionValue({ groundId: 1, subGroundId: 101 }, 'groundId', 2)).toEqual({
    groundId: 2,
    subGroundId: undefined,
  })
})

test.each([
  ['', '', 'Duplicato', 'Duplicato'],
  ['vedi 123', '', 'Duplicato', 'Duplicato. vedi 123'],
  ['Duplicato. vedi 123', 'Duplicato', 'Altro', 'Altro. vedi 123'],
  ['Duplicato', 'Duplicato', '', ''],
])("'%s', begun with '%s', begins with '%s' as '%s'", (reason, before, chosen, text) =>
  expect(withPredefinedReason(reason, before, chosen)).toBe(text),
)
