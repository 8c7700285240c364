import { expect, test } from 'vitest'
import { readWire } from '../kit/form.ts'
import { type FindOurs, mapChoices } from './map-choices.ts'
import { caseTransferForm, type TransferKindName, transferFiles, transferKinds } from './transfer-kinds.ts'
import { unknownMembers } from './unknown-members.ts'
import { writeRecord } from './write-record.ts'

const table: Readonly<Record<string, number | string>> = {
  'channel Telefono': 3,
  'ground Origine etnica': 4,
  'sub_ground 7b': 41,
  'stato CHIUSO': 6,
  'tipo_voce closed': 'chiudi',
}
const findOurs: FindOurs = (list, value) => table[`${list} ${value}`]

test.each<[string, TransferKindName, object, object, string[]]>([
  ['a member', 'case', { id_canale: 'Telefono' }, { id_canale: 3 }, ['id_canale']],
  ['an id of ours', 'case', { id_canale: 5 }, { id_canale: 5 }, ['id_canale']],
  ['a value without a row', 'case', { id_canale: 'Fax' }, { id_canale: 'Fax' }, ['id_canale']],
  ['a status of the head', 'case', { id_stato: 'CHIUSO' }, { id_stato: 6 }, ['id_stato']],
  ['a kind of entry', 'caseEvent', { tipo: 'closed' }, { tipo: 'chiudi' }, ['tipo']],
  [
    'the columns of lines',
    'case',
    { listaSegnalazioneGround: [{ id_ground: 'Origine etnica', id_sotto_ground: '7b', priorita: 0 }] },
    { listaSegnalazioneGround: [{ id_ground: 4, id_sotto_ground: 41, priorita: 0 }] },
    ['listaSegnalazioneGround.0.id_ground', 'listaSegnalazioneGround.0.id_sotto_ground'],
  ],
  ['a text that is no choice', 'case', { note: 'Telefono' }, { note: 'Telefono' }, []],
  ['a branch of the wrong type', 'case', { vittima: 'x' }, { vittima: 'x' }, []],
])('%s is mapped by the table', (_what, kind, body, mapped, paths) => {
  const result = mapChoices(transferKinds[kind], body as Record<string, unknown>, findOurs)
  expect(result.body).toEqual(mapped)
  expect(result.choices.map(({ path }) => path)).toEqual(paths)
})

test('a member deep in the record is replaced in a copy', () => {
  const body = { vittima: { nome: 'Ada', id_sesso: 'F' } }
  const { body: mapped, choices } = mapChoices(transferKinds.case, body, () => 2)
  expect(mapped).toEqual({ vittima: { nome: 'Ada', id_sesso: 2 } })
  expect(body.vittima.id_sesso).toBe('F')
  expect(choices).toEqual([{ path: 'vittima.id_sesso', list: 'sex', value: 'F' }])
})

test('what is written is read as the same values, in one order of members', () => {
  const createdAt = new Date('2009-03-02T08:00:00.000Z')
  const values = { notes: 'Una nota', channelId: 3, grounds: [{ groundId: 4, priority: 0 }], isPrivate: false }
  const head = { key: 'A/1', status: 'closed', createdAt, closedAt: createdAt } as const
  const line = writeRecord('case', { head, values })
  expect(line).toBe(writeRecord('case', { head, values: Object.fromEntries(Object.entries(values).reverse()) }))
  expect(JSON.parse(line)).toMatchObject({ chiave: 'A/1', id_stato: 6, data_chiusura: '2009-03-02T08:00:00.000Z' })
  expect(readWire(caseTransferForm, JSON.parse(line), '2026-11-20').values).toEqual(values)
})

test.each<[object, string[]]>([
  [{ chiave: '1', note: 'x', vittima: { nome: 'Ada' }, listaSegnalazioneGround: [{ id_ground: 1 }] }, []],
  [{ chiave: '1', nota: 'x', vittima: { nomi: 'Ada' } }, ['nota', 'vittima.nomi']],
  [{ vittima: 'Ada', listaSegnalazioneGround: [{ ground: 1 }] }, ['vittima', 'listaSegnalazioneGround.0.ground']],
  [{ listaAllegatoSegnalazione: [] }, ['listaAllegatoSegnalazione']],
])('members that the format does not have are found: %o', (body, paths) => {
  expect(unknownMembers(transferKinds.case, body as Record<string, unknown>)).toEqual(paths)
})

test('a record refers to kinds that come before it, or to its own', () => {
  const order = Object.keys(transferFiles)
  for (const [kind, { references }] of Object.entries(transferKinds))
    for (const [, other] of Object.values(references) as [string, string][])
      expect(order.indexOf(other), `${kind} → ${other}`).toBeLessThanOrEqual(order.indexOf(kind))
})
