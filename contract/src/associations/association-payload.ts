import { withoutAbsent } from '../kit/absent.ts'

type Body = Readonly<Record<string, unknown>>
type Line = Record<string, unknown>

/** How an association is sent: a new one, the record as it is edited, the record as it is saved (specification 2 §4). */
export type PayloadMode = 'CREATE' | 'EDIT' | 'UPDATE'

/** The third parameter of the conversion with which `noteMail` is kept: the request for documents (status 3). */
export const noteMailStatusId = 3

const types = [1, 2, 3, 4, 5, 6, 7] as const
const documents = 'listaAllegatoPersonaGiuridica'
const grounds = 'listaPersonaGiuridicaSottoGround'
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

/** Takes the main ground out of the list of grounds, where it has priority 0. */
function splitGrounds(body: Body): Record<string, unknown> {
  const lines = body[grounds]
  if (!Array.isArray(lines)) return { ...body }
  const isMain = (line: unknown) => linesOf([line])[0]?.priorita === mainPriority
  const main = linesOf(lines.filter(isMain))[0]
  return {
    ...body,
    [grounds]: lines.filter((line) => !isMain(line)),
    ...(main && { groundPrevalente: main.id_ground, sottoGroundPrevalente: main.id_sotto_ground }),
  }
}

/** Appends the main ground to the secondary ones, with priority 0. */
function mergeGrounds(body: Body): Record<string, unknown> {
  const secondary = linesOf(body[grounds]).map((line) => ({ ...line, priorita: secondaryPriority }))
  const { groundPrevalente: ground, sottoGroundPrevalente: subGround } = body
  const main = ground
    ? [{ id_ground: ground, ...(subGround ? { id_sotto_ground: subGround } : {}), priorita: mainPriority }]
    : []
  const merged = [...secondary, ...main]
  const rest = without(body, ['groundPrevalente', 'sottoGroundPrevalente', grounds])
  return merged.length > 0 ? { ...rest, [grounds]: merged } : rest
}

/** Turns a payload into a body with a member for each field of the form. */
export const readPayload = (body: Body): Record<string, unknown> => splitGrounds(splitDocuments(body))

/** Turns the fields of the form into a payload. */
export const writePayload = (body: Body): Record<string, unknown> => mergeGrounds(mergeDocuments(body))

/** What only the server sets, and dates that it derives: no payload has them (specification 2 §5). */
const serverFields = [
  'read_only',
  'data_scadenza_iscrizione',
  'data_iscrizione',
  'data_approvazione',
  'data_richiesta',
  'isConflict',
  'isStorico',
  'operation',
  'flag_scaduta',
  'user_modifica',
] as const

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
  CREATE: (body) => without(body, [historyRecord, 'noteMail']),
  EDIT: (body) => without(body, [historyList]),
  UPDATE: (body) => {
    const rest = without(body, [historyList, 'noteMail', historyRecord])
    const [record] = linesOf([body[historyRecord]])
    return record ? { ...rest, [historyRecord]: without(record, historyFields) } : rest
  },
}

const representative = 'personaGiuridicaLegaleRappresentante'

/** Renames the ids of the cities of birth and residence to those of municipalities. */
function renameCities(body: Body): Record<string, unknown> {
  const [person] = linesOf([body[representative]])
  if (!person) return { ...body }
  const names: Readonly<Record<string, string>> = {
    id_citta_nascita: 'id_comune_nascita',
    id_citta_residenza: 'id_comune_residenza',
  }
  const renamed = Object.fromEntries(Object.entries(person).map(([name, value]) => [names[name] ?? name, value]))
  return { ...body, [representative]: renamed }
}

/**
 * Prepares an association for sending (specification 2 §4 and §5): merges documents and grounds, renames cities, removes what
 * the server sets and what the mode does not send, then everything absent. `noteMail` stays only with status 3.
 */
export function payloadOf(body: Body, mode: PayloadMode, statusId?: number): Record<string, unknown> {
  const merged = renameCities(writePayload(without(body, serverFields)))
  const ofMode = byMode[mode](merged)
  const note = statusId === noteMailStatusId ? { noteMail: body.noteMail } : {}
  return withoutAbsent({ ...without(ofMode, ['noteMail']), ...note }) as Record<string, unknown>
}

/** The `cmis_id` of every document of types 1 to 7 in a payload, for deleting or downloading them. */
export const documentIdsOf = (body: Body): string[] =>
  linesOf(mergeDocuments(splitDocuments(body))[documents]).flatMap(({ cmis_id: id }) =>
    typeof id === 'string' ? [id] : [],
  )
