import { withoutAbsent } from '../kit/absent.ts'
import { formatWireDate, parseScreenDate, parseWireDate } from '../kit/plain-date.ts'

type Body = Readonly<Record<string, unknown>>
type Line = Record<string, unknown>

/** How an association is sent: a new one, the record as it is edited, the record as it is saved (specification 2 §4). */
export type PayloadMode = 'CREATE' | 'EDIT' | 'UPDATE'

/** The status with which `noteMail` is sent: the request for documents (specification 2 §4). */
export const noteMailStatusId = 3

const types = [1, 2, 3, 4, 5, 6, 7] as const
const documents = 'listaAllegatoPersonaGiuridica'
const grounds = 'listaPersonaGiuridicaSottoGround'
const projects = 'listaPersonaGiuridicaProgetto'
/** Priority of the main ground in the list of grounds; the secondary ones have 1 (specification 2 §9). */
const mainPriority = 0
const secondaryPriority = 1

const linesOf = (value: unknown): Line[] =>
  Array.isArray(value)
    ? value.filter((line): line is Line => typeof line === 'object' && line !== null && !Array.isArray(line))
    : []

const without = (body: Body, names: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name)))

/** Splits the one list of documents into the numbered lists 1 to 7. */
function splitDocuments(body: Body): Record<string, unknown> {
  if (!Array.isArray(body[documents])) return { ...body }
  const lines = linesOf(body[documents])
  const lists = types.map((type): [string, Line[]] => [
    `${documents}${type}`,
    lines.filter((line) => line.id_tipo_allegato === type),
  ])
  return { ...without(body, [documents]), ...Object.fromEntries(lists.filter(([, list]) => list.length > 0)) }
}

/** Merges the numbered lists 1 to 7 into one; the eighth, the office's correspondence, is dropped. */
function mergeDocuments(body: Body): Record<string, unknown> {
  const lists = types.map((type) => [type, linesOf(body[`${documents}${type}`])] as const)
  const merged = lists.flatMap(([type, lines]) => lines.map((line) => ({ ...line, id_tipo_allegato: type })))
  const rest = without(
    body,
    [...types, 8].map((type) => `${documents}${type}`),
  )
  return merged.length > 0 ? { ...rest, [documents]: merged } : rest
}

/** Takes the main ground, the first with priority 0, out of the list of grounds. */
function splitGrounds(body: Body): Record<string, unknown> {
  const main = linesOf(body[grounds]).find(({ priorita }) => priorita === mainPriority)
  if (!main) return { ...body }
  return {
    ...body,
    [grounds]: (body[grounds] as unknown[]).filter((line) => line !== main),
    groundPrevalente: main.id_ground,
    sottoGroundPrevalente: main.id_sotto_ground,
  }
}

/** Appends the main ground to the secondary ones, with priority 0. */
function mergeGrounds(body: Body): Record<string, unknown> {
  const secondary = linesOf(body[grounds]).map((line) => ({ ...line, priorita: secondaryPriority }))
  const { groundPrevalente: ground, sottoGroundPrevalente: subGround } = body
  const ids = { ...(ground ? { id_ground: ground } : {}), ...(subGround ? { id_sotto_ground: subGround } : {}) }
  const main = Object.keys(ids).length > 0 ? [{ ...ids, priorita: mainPriority }] : []
  const merged = [...secondary, ...main]
  const rest = without(body, ['groundPrevalente', 'sottoGroundPrevalente', grounds])
  return merged.length > 0 ? { ...rest, [grounds]: merged } : rest
}

/** Gives a project the members that are saved: the amount as `importo_finanziato`, and the id of its first funder. */
function saveProject({ importoProgetto: amount, listaFinanziatoreProgetto: funders, ...line }: Line): Line {
  const [funder] = linesOf(funders)
  return {
    ...(amount === undefined ? {} : { importo_finanziato: amount }),
    ...(funder ? { id_finanziatore_progetto: funder.id_finanziatore_progetto } : {}),
    ...line,
  }
}

const saveProjects = (body: Body): Record<string, unknown> =>
  Array.isArray(body[projects])
    ? { ...body, [projects]: body[projects].map((line) => linesOf([line]).map(saveProject)[0] ?? line) }
    : { ...body }

/** The main ground has ids under names that do not begin with `id_`; 0 means none there too (decisions §1). */
const withoutZeroGrounds = (body: Body): Record<string, unknown> =>
  without(
    body,
    ['groundPrevalente', 'sottoGroundPrevalente'].filter((name) => body[name] === 0),
  )

/** Turns a payload into a body with a member for each field of the form. */
export const readPayload = (body: Body): Record<string, unknown> =>
  saveProjects(withoutZeroGrounds(splitGrounds(splitDocuments(body))))

/** Turns the fields of the form into a payload. */
export const writePayload = (body: Body): Record<string, unknown> => mergeGrounds(mergeDocuments(body))

/** The Italian labels of the entries that a payload names by id. */
export interface PayloadLabels {
  readonly ground: (id: unknown) => string | undefined
  readonly subGround: (id: unknown) => string | undefined
  readonly funder: (id: unknown) => string | undefined
}

/** Adds to a payload what readers find in it besides (specification 2 §3): the main ground apart, the form's names of a project, labels. */
export function payloadToRead(payload: Body, labels: PayloadLabels | undefined): Record<string, unknown> {
  const lines = linesOf(payload[grounds])
  const main = lines.find(({ priorita }) => priorita === mainPriority)
  const withLabels = lines.map((line) => ({
    ...line,
    label_ground: labels?.ground(line.id_ground),
    label_sotto_ground: labels?.subGround(line.id_sotto_ground),
  }))
  const read = linesOf(payload[projects]).map((line) => {
    const id = line.id_finanziatore_progetto
    const funder = { id_finanziatore_progetto: id, label_finanziatore: labels?.funder(id) }
    return { ...line, importoProgetto: line.importo_finanziato, listaFinanziatoreProgetto: id ? [funder] : [] }
  })
  return withoutAbsent({
    ...payload,
    ...(main && { groundPrevalente: main.id_ground, sottoGroundPrevalente: main.id_sotto_ground }),
    ...(lines.length > 0 && { [grounds]: withLabels }),
    ...(read.length > 0 && { [projects]: read }),
  }) as Record<string, unknown>
}

/** What only the server sets, and dates that it derives: no payload has them (specification 2 §5). */
const serverFields = [
  'read_only',
  'data_scadenza_iscrizione',
  'data_iscrizione',
  'data_approvazione',
  'data_richiesta',
  'data_prima_richiesta',
  'isConflict',
  'isStorico',
  'operation',
  'flag_scaduta',
  'user_modifica',
  'listaSegnalazionePG',
  'ultimaModifica',
] as const

const noteMail = 'noteMail'
const historyList = 'listaStoricoPG'
const historyRecord = 'storicoPersonaGiuridica'
const historyFields = [
  'cf_operatore',
  'data_modifica',
  'id_persona_giuridica',
  'id_storico_persona_giuridica',
  'progressivo',
] as const

/** What each mode removes from a payload that carries the history (specification 2 §4). */
const byMode: Readonly<Record<PayloadMode, (body: Body) => Record<string, unknown>>> = {
  // An empty history list is removed with all other absent values.
  CREATE: (body) => without(body, [historyRecord, noteMail]),
  EDIT: (body) => without(body, [historyList]),
  UPDATE: (body) => {
    const rest = without(body, [historyList, noteMail, historyRecord])
    const [record] = linesOf([body[historyRecord]])
    return record ? { ...rest, [historyRecord]: without(record, historyFields) } : rest
  },
}

const representative = 'personaGiuridicaLegaleRappresentante'

const renewedOn = 'data_rinnovo_iscrizione'
const municipalityNames: Readonly<Record<string, string>> = {
  id_citta_nascita: 'id_comune_nascita',
  id_citta_residenza: 'id_comune_residenza',
}

/** A date as it is sent, at midnight UTC, from any of its formats; other values stay. */
function dateOnWire(value: unknown): unknown {
  const day = typeof value === 'string' ? (parseWireDate(value) ?? parseScreenDate(value)) : undefined
  return day ? formatWireDate(day) : value
}

/** Reformats the birth date, and renames the ids of the cities of birth and residence to those of municipalities. */
function prepareRepresentative(body: Body): Record<string, unknown> {
  const [person] = linesOf([body[representative]])
  if (!person) return { ...body }
  const members = Object.entries(person).map(([name, value]) => [
    municipalityNames[name] ?? name,
    name === 'data_nascita' ? dateOnWire(value) : value,
  ])
  return { ...body, [representative]: Object.fromEntries(members) }
}

/**
 * Prepares an association for sending (specification 2 §4 and §5): merges documents and grounds, renames cities, reformats
 * dates, removes what the server sets and what the mode does not send, then everything absent. `noteMail` is sent only in mode
 * EDIT with status 3. It accepts a body of the form and a payload alike.
 */
export function payloadOf(body: Body, mode: PayloadMode, statusId?: number): Record<string, unknown> {
  const merged = writePayload(readPayload(without(body, serverFields)))
  const prepared = prepareRepresentative({ ...merged, [renewedOn]: dateOnWire(merged[renewedOn]) })
  const ofMode = byMode[mode](prepared)
  return withoutAbsent(statusId === noteMailStatusId ? ofMode : without(ofMode, [noteMail])) as Record<string, unknown>
}

/** The `cmis_id` of every document of types 1 to 7 in a payload, for deleting or downloading them. */
export const documentIdsOf = (body: Body): string[] =>
  linesOf(mergeDocuments(splitDocuments(body))[documents]).flatMap(({ cmis_id: id }) =>
    typeof id === 'string' ? [id] : [],
  )
