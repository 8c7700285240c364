import {
  caseEventKinds,
  caseStatusIds,
  caseTransferForm,
  type Field,
  type Form,
  organisationForm,
  personForm,
  readWire,
  roleCodes,
  withoutHidden,
  writeWire,
} from '@portal/contract'
import fc from 'fast-check'
import { normalizeCaseValues } from '#features/cases/index.ts'
import { valueOfField } from '../../contract/test/field-values.ts'
import { taxCodeNumber } from './make.ts'
import type { SourceRecords } from './transfer-folder.ts'

/** The ids of each reference list. */
export type ListIds = ReadonlyMap<string, readonly number[]>

/** Absent in one of two draws. */
const someOf = <T>(item: fc.Arbitrary<T>) => fc.option(item, { nil: undefined, freq: 2 })
const instant = fc
  .date({ min: new Date('2005-01-01'), max: new Date('2026-10-31'), noInvalidDate: true })
  .map((date) => date.toISOString())
const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 80 }).map((drawn) => `Testo ${drawn}`.trim())

/** A choice of one of our lists; one that depends on another choice stays empty. */
function drawOf(lists: ListIds, field: Field): fc.Arbitrary<unknown> {
  if (field.kind === 'choice') {
    const ids = field.among ?? (field.parent ? [] : (lists.get(field.list ?? '') ?? []))
    return ids.length > 0 ? fc.constantFrom(...ids) : fc.constant(undefined)
  }
  if (!field.columns) return valueOfField(field)
  const columns = Object.entries(field.columns).map(([key, column]) => [key, drawOf(lists, column)])
  const line: fc.Arbitrary<Record<string, unknown>> = fc.record(Object.fromEntries(columns))
  return fc.array(line, { minLength: 1, maxLength: 2 }).map((lines) => {
    const kept = lines.filter((one) => Object.values(one).some((value) => value !== undefined))
    return kept.length > 0 ? kept : undefined
  })
}

/** A record of a form on the wire, without the values that the form refuses, its lines in the order that the office keeps. */
function bodyOf(lists: ListIds, form: Form, inOrder = (values: object) => values): fc.Arbitrary<object> {
  const draws = Object.entries(form.fields).map(([key, field]) => [key, someOf(drawOf(lists, field))])
  return fc.record<Record<string, unknown>>(Object.fromEntries(draws)).map((drawn) => {
    let values = drawn
    for (;;) {
      const shown = withoutHidden(form, values)
      const keys = new Set(readWire(form, writeWire(form, shown), '2026-11-20').fieldErrors.map(({ key }) => key))
      if (keys.size === 0) return writeWire(form, inOrder(shown))
      const kept = Object.entries(shown).filter(([key]) => !keys.has(key))
      // A required value is missing: it gets a plain one.
      const added = [...keys].filter((key) => shown[key] === undefined).map((key) => [key, plainOf(form.fields[key])])
      values = Object.fromEntries([...kept, ...added])
    }
  })
}
const plainOf = (field: Field | undefined) => (field?.kind === 'consent' || field?.kind === 'flag' ? true : 'Qualcosa')

const operators = fc.integer({ min: 0, max: 3 }).map((count) =>
  Array.from({ length: count }, (_, number) => ({
    chiave: `op ${number}`,
    cf: taxCodeNumber(8000 + number),
    nome: `Nome${'abcd'[number]}`,
    cognome: `Cognome${'abcd'[number]}`,
    mail: `collega.${number}@example.org`,
    data_abilitazione: '2008-01-01T00:00:00.000Z',
    flag_abilitazione: (number % 2) as 0 | 1,
    listaRuolo: [number % 2 ? roleCodes.operatorOne : roleCodes.operatorTwo],
  })),
)

const keysOf = (records: readonly object[]) => records.map((record) => (record as { chiave: string }).chiave)
const keyAmong = (keys: readonly string[]) =>
  keys.length > 0 ? someOf(fc.constantFrom(...keys)) : fc.constant(undefined)
const numbered = (prefix: string, records: readonly object[]) =>
  records.map((record, index) => ({ chiave: `${prefix}/${index}`, ...record }))

function casesWith(lists: ListIds, operatorKeys: readonly string[], people: readonly string[]) {
  const head = fc.record({
    id_stato: fc.constantFrom(...Object.values(caseStatusIds)),
    data_ricezione: instant,
    data_inserimento: someOf(instant),
    data_stato: someOf(instant),
    data_chiusura: instant,
    chiave_assegnata_a: keyAmong(operatorKeys),
    chiave_persona_vittima: keyAmong(people),
    impronta_pin: someOf(text),
  })
  return fc
    .array(fc.tuple(head, bodyOf(lists, caseTransferForm as Form, normalizeCaseValues)), { maxLength: 4 })
    .map((cases) =>
      numbered(
        'caso',
        cases.map(([facts, body], index) => ({
          ...body,
          ...facts,
          anno: Number(facts.data_ricezione.slice(0, 4)),
          numero: index + 1,
        })),
      ),
    )
}

function ofCases(operatorKeys: readonly string[], cases: readonly string[]) {
  if (cases.length === 0) return fc.constant({ caseEvent: [], message: [], comment: [] })
  const caseKey = fc.constantFrom(...cases)
  const event = fc.record({
    chiave_segnalazione: caseKey,
    tipo: fc.constantFrom(...Object.values(caseEventKinds)),
    data: instant,
    chiave_operatore: keyAmong(operatorKeys),
    autore: someOf(text),
    motivo: someOf(text),
    id_stato_a: someOf(fc.constantFrom(...Object.values(caseStatusIds))),
    campi_modificati: someOf(fc.constant([{ campo: 'note', prima: 'a', dopo: 'b' }])),
  })
  const message = fc.record({
    chiave_segnalazione: caseKey,
    chiave_operatore: keyAmong(operatorKeys),
    data_invio: instant,
    data_lettura: someOf(instant),
  })
  const content = fc.oneof(
    fc.record({ testo: text }),
    fc.record({ telefono: fc.constant('+390612345678'), orari: someOf(text), data_chiamata: instant }),
  )
  const comment = fc.record({ chiave_segnalazione: caseKey, testo: text, data: instant })
  return fc.record({
    caseEvent: fc.array(event, { maxLength: 6 }).map((rows) => numbered('voce', rows)),
    message: fc.array(fc.tuple(message, content), { maxLength: 4 }).map((rows) =>
      numbered(
        'messaggio',
        rows.map(([head, said]) => ({ ...head, ...said })),
      ),
    ),
    comment:
      operatorKeys.length === 0
        ? fc.constant([])
        : fc.array(comment, { maxLength: 3 }).map((rows) =>
            numbered(
              'commento',
              rows.map((row) => ({ ...row, chiave_operatore: operatorKeys[0] })),
            ),
          ),
  })
}

/** Random offices, as another system would write them. */
export const drawOffice = (lists: ListIds): fc.Arbitrary<SourceRecords> =>
  fc
    .record({
      operator: operators,
      person: fc.uniqueArray(bodyOf(lists, personForm as Form), {
        maxLength: 3,
        selector: (body) => (body as { codice_fiscale?: string }).codice_fiscale ?? Symbol('none'),
      }),
      organisation: fc.uniqueArray(bodyOf(lists, organisationForm as Form), {
        maxLength: 2,
        selector: (body) => (body as { piva?: string }).piva ?? Symbol('none'),
      }),
    })
    .chain(({ operator, person, organisation }) => {
      const people = numbered('persona', person)
      const bodies = numbered('ente', organisation)
      const base = fc.record({
        operator: fc.constant(operator),
        person: fc.constant(people),
        organisation: fc.constant(bodies),
        case: casesWith(lists, keysOf(operator), keysOf(people)),
      })
      return base.chain((records) =>
        ofCases(keysOf(operator), keysOf(records.case)).map((children) => ({ ...records, ...children })),
      )
    })
