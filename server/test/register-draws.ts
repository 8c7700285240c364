import {
  type AssociationStatus,
  associationEventKinds,
  associationStatusIds,
  associationTransferForm,
  deliveryStates,
  type Form,
  letterKinds,
  memberPositions,
} from '@portal/contract'
import fc from 'fast-check'
import { bodyOf, instant, keyAmong, type ListIds, numbered, someOf, text } from './draw-parts.ts'

/** The names of files that drawn documents have; their bytes are given where the folder is made. */
export const documentFile = 'atto.pdf'
export const correspondenceFile = 'lettera.txt'

const day = fc
  .date({ min: new Date('2015-01-01'), max: new Date('2026-10-31'), noInvalidDate: true })
  .map((date) => `${date.toISOString().slice(0, 10)}T00:00:00.000Z`)

type Keyed = readonly { readonly chiave: string }[]

/** The history of people and bodies, at least one entry of each, and a merge of two people, which is undone or not. */
export function registryHistory(people: Keyed, bodies: Keyed, operatorKeys: readonly string[]) {
  const owners = [
    ...people.map(({ chiave }) => ({ chiave_persona: chiave })),
    ...bodies.map(({ chiave }) => ({ chiave_ente: chiave })),
  ]
  const entry = fc.record({
    tipo: fc.constantFrom('inserimento', 'modifica'),
    data: instant,
    chiave_operatore: keyAmong(operatorKeys),
    campi_modificati: someOf(fc.constant([{ campo: 'cognome', prima: 'a', dopo: 'b' }])),
  })
  const entries = owners.map((owner) =>
    fc.array(entry, { minLength: 1, maxLength: 2 }).map((rows) => rows.map((row) => ({ ...row, ...owner }))),
  )
  const [kept, merged] = people
  const { chiave: _key, ...values } = kept ?? { chiave: '' }
  const merge = fc.record({
    data: instant,
    data_annullamento: fc.constantFrom(undefined, '2026-10-01T08:00:00.000Z'),
  })
  const mergeOf = (drawn: { data_annullamento: string | undefined }) => ({
    ...drawn,
    chiave_persona: kept?.chiave,
    chiave_persona_unita: merged?.chiave,
    chiave_operatore: operatorKeys[0],
    ...(drawn.data_annullamento === undefined && { prima: values, dopo: values, campi: ['cognome'] }),
  })
  return {
    registryEvent: fc.tuple(...entries).map((rows) => numbered('anagrafica', rows.flat())),
    merge:
      merged && operatorKeys.length > 0
        ? fc.array(merge, { maxLength: 1 }).map((rows) => numbered('unione', rows.map(mergeOf)))
        : fc.constant([]),
  }
}

/** Associations, at least one: an office without any is a rare thing. */
export function drawAssociations(lists: ListIds) {
  const head = fc.record({
    id_stato_persona_giuridica: fc.constantFrom(...Object.values(associationStatusIds)),
    data_richiesta: instant,
    data_stato: instant,
    lingua: fc.constantFrom('it', 'fr'),
    numero_decreto: someOf(text),
    data_decreto: someOf(day),
    data_iscrizione: someOf(day),
    data_scadenza_iscrizione: someOf(day),
    noteMail: someOf(text),
    documenti_verificati: someOf(fc.constant([1, 4])),
  })
  const certificate = fc.record({
    data: instant,
    dati: someOf(
      fc.record({
        ragione_sociale: text,
        id_regione: fc.constant(12),
        data_iscrizione: day,
        data_rinnovo_iscrizione: fc.constant(null),
        data_scadenza_iscrizione: day,
      }),
    ),
  })
  const body = bodyOf(lists, associationTransferForm as Form)
  return fc
    .uniqueArray(fc.tuple(head, body, someOf(certificate)), {
      minLength: 1,
      maxLength: 3,
      size: 'max',
      selector: ([, values]) => (values as { piva?: string }).piva ?? Symbol('none'),
    })
    .map((rows) =>
      numbered(
        'associazione',
        rows.map(([facts, values, issued], index) => ({
          ...values,
          ...facts,
          anno_richiesta: Number(facts.data_richiesta.slice(0, 4)),
          progressivo_richiesta: index + 1,
          ...(index % 2 === 0 && { numero_iscrizione: index + 7 }),
          ...(index > 0 && { chiave_richiesta_precedente: `associazione/${index - 1}` }),
          ...(issued && { attestati: [{ ...issued, codice: `COD-${index}` }] }),
        })),
      ),
    )
}

/** Documents, people, history, proposals and letters of associations: at least two documents, and an entry for each. */
export function ofAssociations(associations: readonly string[], operatorKeys: readonly string[]) {
  const none = { member: [], attachment: [], associationEvent: [], proposal: [], associationLetter: [] }
  if (associations.length === 0) return fc.constant(none)
  // Each file is inspected as an upload is, so there are two.
  const documents = [
    documentOf({ chiave_associazione: associations[0], tipo_documento: associations.length }),
    correspondenceOf({ chiave_associazione: associations.at(-1), tipo_documento: 8 }),
  ]
  const changes = [
    { campo: 'listaAllegatoPersonaGiuridica1', prima: [], dopo: [{ cmis_id: '0', nomeFile: 'Atto.pdf' }] },
    { campo: 'note', dopo: 'b' },
  ]
  const withFiles = { chiavi_allegati: ['documento/0'], campi_modificati: changes }
  const statuses = Object.values(associationStatusIds) satisfies (typeof associationStatusIds)[AssociationStatus][]
  const event = fc.record({
    tipo: fc.constantFrom(...Object.values(associationEventKinds)),
    data: instant,
    chiave_operatore: keyAmong(operatorKeys),
    id_stato_da: someOf(fc.constantFrom(...statuses)),
    motivo: someOf(text),
    files: someOf(fc.constant(withFiles)),
  })
  const events = associations.map((chiave_associazione) =>
    fc
      .array(event, { minLength: 1, maxLength: 3 })
      .map((rows) => rows.map(({ files, ...row }) => ({ ...row, ...files, chiave_associazione }))),
  )
  const letter = fc.record({
    chiave_associazione: fc.constantFrom(...associations),
    tipo: fc.constantFrom(...Object.values(letterKinds)),
    data: instant,
    destinatario: fc.constant('sede@circolo.example'),
    flag_pec: fc.constantFrom(0, 1),
    data_invio: instant,
    data_mancata_consegna: someOf(instant),
    esito_consegna: someOf(fc.constantFrom(...Object.values(deliveryStates))),
  })
  const proposal = fc.record({
    chiave_associazione: fc.constantFrom(...associations),
    data: instant,
    chiave_operatore: keyAmong(operatorKeys),
    files: fc.constant(withFiles),
  })
  const member = fc.record({
    chiave_associazione: fc.constantFrom(...associations),
    chiave_operatore: fc.constantFrom(operatorKeys[0] ?? '', ...operatorKeys.slice(1)),
    incarico: fc.constantFrom(...Object.values(memberPositions)),
  })
  return fc.record({
    attachment: fc.tuple(...documents).map((rows) => numbered('documento', rows)),
    associationEvent: fc.tuple(...events).map((rows) => numbered('storico', rows.flat())),
    associationLetter: fc.array(letter, { maxLength: 3 }).map((rows) => numbered('lettera', rows)),
    proposal: fc.array(proposal, { maxLength: 1 }).map((rows) =>
      numbered(
        'proposta',
        rows.map(({ files, ...row }) => ({ ...row, ...files })),
      ),
    ),
    member:
      operatorKeys.length === 0
        ? fc.constant([])
        : fc
            .uniqueArray(member, { maxLength: 2, selector: (row) => JSON.stringify(row) })
            .map((rows) => numbered('persona', rows)),
  })
}

const documentOf = (owner: object) =>
  fc.record({
    ...constants({ ...owner, file: `allegati/${documentFile}`, nome_file: 'Atto.pdf' }),
    data: instant,
    flag_pubblico: fc.constantFrom(1, undefined),
    flag_proposto: fc.constantFrom(1, undefined),
    data_vigore: someOf(instant),
    data_sostituzione: someOf(instant),
  })
const correspondenceOf = (owner: object) =>
  fc.record({
    ...constants({ ...owner, file: `allegati/${correspondenceFile}`, nome_file: 'Lettera.txt' }),
    data: instant,
  })
const constants = (values: object) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, fc.constant(value as unknown)]))
