import {
  assessmentStatuses,
  caseEventKinds,
  caseStatusIds,
  caseTransferForm,
  deliveryReasons,
  deliveryStates,
  type Form,
  letterDecisions,
  letterWays,
  organisationForm,
  personForm,
  roleCodes,
} from '@portal/contract'
import fc from 'fast-check'
import { normalizeCaseValues } from '#features/cases/index.ts'
import { bodyOf, instant, keyAmong, keysOf, type ListIds, numbered, someOf, text } from './draw-parts.ts'
import { taxCodeNumber } from './make.ts'
import { drawAssociations, ofAssociations, registryHistory } from './register-draws.ts'
import type { SourceRecords } from './transfer-folder.ts'

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
          // The form of a reporter who is the victim has no other one.
          ...('id_segnalante' in body && body.id_segnalante === 1 && { chiave_persona_vittima: undefined }),
          anno: Number(facts.data_ricezione.slice(0, 4)),
          numero: index + 1,
          flag_da_informare: (index % 2) as 0 | 1,
        })),
      ),
    )
}

function ofCases(operatorKeys: readonly string[], cases: readonly string[]) {
  const none = {
    caseEvent: [],
    message: [],
    comment: [],
    reminder: [],
    complainantLetter: [],
    assessment: [],
    summary: [],
  }
  if (cases.length === 0) return fc.constant(none)
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
  /** Of a mail of a portal, or of its reporter. */
  const mailOf = {
    id_mail: someOf(fc.constantFrom('1764000000000.12', '<risposta-1@posta.example>')),
    data_spedizione: someOf(instant),
    esito_consegna: someOf(fc.constantFrom(...Object.values(deliveryStates))),
    motivo_consegna: someOf(fc.constantFrom(...Object.values(deliveryReasons))),
    data_consegna: someOf(instant),
  }
  const message = fc.record({
    ...mailOf,
    flag_per_mail: someOf(fc.constant(1)),
    chiave_segnalazione: caseKey,
    chiave_operatore: keyAmong(operatorKeys),
    data_invio: instant,
    data_lettura: someOf(instant),
  })
  const content = fc.oneof(
    fc.record({ testo: text }),
    fc.record({ telefono: fc.constant('+390612345678'), orari: someOf(text), data_chiamata: instant }),
  )
  const note = { chiave_segnalazione: caseKey, testo: text, data: instant }
  /** Only an operator writes them. */
  const written = <T extends object>(prefix: string, record: fc.Arbitrary<T>, selector?: (row: T) => unknown) =>
    operatorKeys.length === 0
      ? fc.constant([])
      : fc.uniqueArray(record, { maxLength: 3, selector: selector ?? (() => Symbol('each')) }).map((rows) =>
          numbered(
            prefix,
            rows.map((row) => ({ ...row, chiave_operatore: operatorKeys[0] })),
          ),
        )
  const reminder = fc.record({
    ...note,
    data_richiamo: fc.constantFrom('2026-10-02T00:00:00.000Z', '2027-01-15T00:00:00.000Z'),
    data_avviso: instant,
    data_fatto: someOf(instant),
  })
  const letter = fc.record({
    ...note,
    ...mailOf,
    modo: fc.constantFrom(...Object.values(letterWays)),
    decisione: fc.constantFrom(...Object.values(letterDecisions)),
    lingua: fc.constantFrom('it', 'ar'),
  })
  const assessment = fc.record({
    chiave_segnalazione: caseKey,
    data_modifica: instant,
    stato: fc.constantFrom(...Object.values(assessmentStatuses)),
    parti: fc.record({ fatti: text, misure: text }),
    data_invio: someOf(fc.constant('2026-09-01T00:00:00.000Z')),
  })
  const texts = { titolo: text, fatti: text, motivazione: text }
  const summary = fc.oneof(
    fc.record({
      stato: fc.constantFrom('bozza', 'da_approvare', 'ritirata'),
      testi: fc.record({ fatti: text, misure: text }),
    }),
    fc.record({
      stato: fc.constant('pubblicata'),
      testi: fc.record(texts),
      pubblicazione: fc.record({ data: instant, anno: fc.constant(2026), id_ground: someOf(fc.constant(1)) }),
    }),
  )
  const summaryOfCase = fc
    .tuple(fc.record({ chiave_segnalazione: caseKey, data_modifica: instant }), summary)
    .map(([head, rest]) => ({ ...head, ...rest }))
  return fc.record({
    caseEvent: fc.array(event, { maxLength: 6 }).map((rows) => numbered('voce', rows)),
    message: fc.array(fc.tuple(message, content), { maxLength: 4 }).map((rows) =>
      numbered(
        'messaggio',
        rows.map(([head, said]) => ({ ...head, ...said })),
      ),
    ),
    comment: written('commento', fc.record(note)),
    reminder: written('promemoria', reminder),
    complainantLetter: written('comunicazione', letter),
    assessment: written('parere', assessment, (row) => row.chiave_segnalazione),
    summary: written('sintesi', summaryOfCase, (row) => row.chiave_segnalazione),
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
        ...registryHistory(people, bodies, keysOf(operator)),
        association: drawAssociations(lists),
      })
      return base.chain((records) =>
        fc
          .tuple(
            ofCases(keysOf(operator), keysOf(records.case)),
            ofAssociations(keysOf(records.association), keysOf(operator)),
          )
          .map(([children, register]) => ({ ...records, ...children, ...register })),
      )
    })
