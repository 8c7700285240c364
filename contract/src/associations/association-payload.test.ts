import { describe, expect, test } from 'vitest'
import application from '../../test/examples/application.json' with { type: 'json' }
import {
  documentIdsOf,
  noteMailStatusId,
  type PayloadMode,
  payloadOf,
  readPayload,
  writePayload,
} from './association-payload.ts'

type Body = Readonly<Record<string, unknown>>
const modes: readonly PayloadMode[] = ['CREATE', 'EDIT', 'UPDATE']
const representative = 'personaGiuridicaLegaleRappresentante'
const merged = 'listaAllegatoPersonaGiuridica'
const grounds = 'listaPersonaGiuridicaSottoGround'
const projects = 'listaPersonaGiuridicaProgetto'
const documents = (type: number, id = `id-${type}`) => ({ [`${merged}${type}`]: [{ cmis_id: id, nomeFile: 'a.pdf' }] })

test.each<[form: string, body: Body]>([
  ['as a line of the list', { [grounds]: [{ id_ground: 2, id_sotto_ground: 0, priorita: 0 }] }],
  ['apart', { groundPrevalente: 2, sottoGroundPrevalente: 0 }],
])('a main ground %s with sub-ground 0 has none', (_form, body) => {
  const read = readPayload(body)
  expect(read.groundPrevalente).toBe(2)
  expect(read).not.toHaveProperty('sottoGroundPrevalente', 0)
})

describe('a payload, in each mode', () => {
  test.each<[what: string, body: Body, payload: Body]>([
    [
      'empty strings, at any depth',
      { note: '', anagrafica: { cap: '', email: 'a@b.it' } },
      { anagrafica: { email: 'a@b.it' } },
    ],
    [
      'zero ids',
      { id_tipo_anagrafica_pg: 0, [grounds]: [{ id_ground: 1, id_sotto_ground: 0 }] },
      { [grounds]: [{ id_ground: 1, priorita: 1 }] },
    ],
    ['empty lists', { listaPersonaGiuridicaDelegato: [], [projects]: [] }, {}],
    ['read_only', { read_only: 1, note: 'x' }, { note: 'x' }],
    ['the date of expiry', { data_scadenza_iscrizione: '2027-11-20T00:00:00.000Z' }, {}],
    ['the date of enrolment', { data_iscrizione: '2025-11-20T00:00:00.000Z' }, {}],
    ['the date of approval', { data_approvazione: '2025-11-12T00:00:00.000Z' }, {}],
    ['the date of the request', { data_richiesta: '2025-09-20T10:00:00.000Z' }, {}],
    [
      'what only the server sets',
      {
        isConflict: 1,
        isStorico: 0,
        operation: 'mod',
        flag_scaduta: 0,
        user_modifica: 'Rossi',
        listaSegnalazionePG: [{}],
      },
      {},
    ],
  ])('does not have %s', (_what, body, payload) => {
    for (const mode of modes) expect(payloadOf(body, mode)).toEqual(payload)
  })

  test.each<[what: string, body: Body, payload: Body]>([
    ['zero members and flags of 0', { numero_iscritti: 0, flag_x: 0 }, { numero_iscritti: 0, flag_x: 0 }],
    [
      'a birth date in the format of the wire',
      { [representative]: { data_nascita: '01/02/1980' } },
      { [representative]: { data_nascita: '1980-02-01T00:00:00.000Z' } },
    ],
    [
      'the date of the renewal in the format of the wire',
      { data_rinnovo_iscrizione: '2026-11-20' },
      { data_rinnovo_iscrizione: '2026-11-20T00:00:00.000Z' },
    ],
    [
      'a text that is no date, for the server to refuse',
      { data_rinnovo_iscrizione: 'ieri' },
      { data_rinnovo_iscrizione: 'ieri' },
    ],
    [
      'the cities of birth and residence as municipalities',
      { [representative]: { id_citta_nascita: 8501, id_citta_residenza: 6205, nome: 'Ada' } },
      { [representative]: { id_comune_nascita: 8501, id_comune_residenza: 6205, nome: 'Ada' } },
    ],
    [
      'the documents 1 to 7 in one list with their types, without the eighth',
      Object.assign({}, ...[1, 2, 3, 4, 5, 6, 7, 8].map((type) => documents(type))),
      {
        [merged]: [1, 2, 3, 4, 5, 6, 7].map((type) => ({
          cmis_id: `id-${type}`,
          nomeFile: 'a.pdf',
          id_tipo_allegato: type,
        })),
      },
    ],
    [
      'the main ground after the secondary ones, with priority 0',
      { groundPrevalente: 1, sottoGroundPrevalente: 101, [grounds]: [{ id_ground: 2 }] },
      {
        [grounds]: [
          { id_ground: 2, priorita: 1 },
          { id_ground: 1, id_sotto_ground: 101, priorita: 0 },
        ],
      },
    ],
    [
      'the main ground where there is no other',
      { groundPrevalente: 1 },
      { [grounds]: [{ id_ground: 1, priorita: 0 }] },
    ],
    [
      'of a project its name, amount, first funder and the ids of its fields',
      {
        [projects]: [
          {
            nomeProgetto: 'P',
            importoProgetto: 5,
            listaAmbitoProgetto: [{ id_ambito: 1 }],
            listaFinanziatoreProgetto: [
              { id_finanziatore_progetto: 2, label_finanziatore: 'UE' },
              { id_finanziatore_progetto: 3 },
            ],
          },
        ],
      },
      {
        [projects]: [
          {
            nomeProgetto: 'P',
            importo_finanziato: 5,
            id_finanziatore_progetto: 2,
            listaAmbitoProgetto: [{ id_ambito: 1 }],
          },
        ],
      },
    ],
  ])('has %s', (_what, body, payload) => {
    for (const mode of modes) expect(payloadOf(body, mode)).toEqual(payload)
  })

  test('is the same again where it is prepared twice', () => {
    for (const mode of modes) expect(payloadOf(application as Body, mode)).toEqual(application)
  })
})

const history = {
  cf_operatore: 'RSSMRA80A01H501U',
  data_modifica: '2026-11-20T10:00:00.000Z',
  id_persona_giuridica: 12,
  id_storico_persona_giuridica: 77,
  progressivo: 9,
  id_stato_persona_giuridica: 5,
}
const withHistory = { listaStoricoPG: [history], storicoPersonaGiuridica: history, note: 'x' }

describe('the history in a payload', () => {
  test.each<[PayloadMode, what: string, Body]>([
    ['CREATE', 'keeps the list and has no record', { listaStoricoPG: [history], note: 'x' }],
    ['EDIT', 'has no list and keeps the record', { storicoPersonaGiuridica: history, note: 'x' }],
    [
      'UPDATE',
      'has no list, and of the record only the status',
      { storicoPersonaGiuridica: { id_stato_persona_giuridica: 5 }, note: 'x' },
    ],
  ])('in mode %s %s', (mode, _what, payload) => {
    expect(payloadOf(withHistory, mode)).toEqual(payload)
  })

  test('in mode CREATE has no list that is empty', () => {
    expect(payloadOf({ listaStoricoPG: [] }, 'CREATE')).toEqual({})
  })
})

test.each<[PayloadMode, status: number | undefined, isSent: boolean]>([
  ['CREATE', 3, false],
  ['EDIT', 3, true],
  ['EDIT', 1, false],
  ['EDIT', undefined, false],
  ['UPDATE', 3, false],
])('a payload in mode %s with status %s has noteMail: %s', (mode, status, isSent) => {
  expect(payloadOf({ noteMail: 'Manca il bilancio.' }, mode, status)).toEqual(
    isSent ? { noteMail: 'Manca il bilancio.' } : {},
  )
  expect(noteMailStatusId).toBe(3)
})

describe('reading a payload', () => {
  test('gives each type of documents its list, and drops those of the office and of no type', () => {
    const list = [2, 1, 2, 8, 9].map((type, index) => ({ cmis_id: `id-${index}`, id_tipo_allegato: type }))
    const read = readPayload({ [merged]: list })
    expect(read).toEqual({ [`${merged}1`]: [list[1]], [`${merged}2`]: [list[0], list[2]] })
  })

  test('takes the main ground out of the list, wherever it is; a second one stays', () => {
    const [main, second, other] = [
      { id_ground: 1, priorita: 0 },
      { id_ground: 2, priorita: 0 },
      { id_ground: 3, priorita: 1 },
    ]
    expect(readPayload({ [grounds]: [other, main, second] })).toEqual({
      groundPrevalente: 1,
      [grounds]: [other, second],
    })
  })

  test('accepts a body with the fields of the form, and leaves what it does not know', () => {
    const body = { ...documents(3), groundPrevalente: 1, [grounds]: ['x'], [projects]: 'y', altro: 1 }
    expect(readPayload(body)).toEqual(body)
  })

  test('is the inverse of writing, for a sub-ground without its ground too', () => {
    const body = { ...documents(1), ...documents(7), sottoGroundPrevalente: 101 }
    expect(readPayload(writePayload(body))).toMatchObject({ sottoGroundPrevalente: 101 })
    expect(documentIdsOf(writePayload(body))).toEqual(['id-1', 'id-7'])
  })
})

test('the ids of all documents of types 1 to 7 are listed, from a body of the form and from a payload', () => {
  const body = Object.assign({}, ...[1, 2, 3, 4, 5, 6, 7, 8].map((type) => documents(type)))
  const ids = [1, 2, 3, 4, 5, 6, 7].map((type) => `id-${type}`)
  expect(documentIdsOf(body)).toEqual(ids)
  expect(documentIdsOf(payloadOf(body, 'UPDATE'))).toEqual(ids)
  expect(documentIdsOf({ [merged]: [{ id_tipo_allegato: 1 }] })).toEqual([])
})
