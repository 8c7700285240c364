import * as z from 'zod/mini'
import { recordKind } from '../audit/record-kinds.ts'
import { defineEndpoint, unauditedRead } from '../kit/endpoint.ts'
import { filtersOnWire } from '../kit/filter-schemas.ts'
import { languages } from '../kit/messages.ts'
import { pageOf, pageQuery } from '../kit/page.ts'
import { enumOnWire, flag, instant, lineText, onWire, plainDate, recordId, recordIdText } from '../kit/wire.ts'
import { rolesOf } from '../session/roles.ts'
import { fixedReasons } from './entry-rules.ts'
import { listNames, type ReferenceList, referenceLists } from './reference-lists.ts'

const manager = rolesOf('administration')

/** A list by the last part of its path. */
const listName = enumOnWire(
  Object.fromEntries(listNames.map((list) => [list, referenceLists[list].path])) as Record<ReferenceList, string>,
)

const label = lineText.check(z.minLength(1, 'campo_obbligatorio'), z.maxLength(200, 'voce_troppo_lunga'))

/** The names of an entry by language; where one is missing, readers see the English one, else the Italian one. */
const labels = onWire('nomi_voce', {
  it: [label, 'it'],
  en: [z.optional(label), 'en'],
  fr: [z.optional(label), 'fr'],
  es: [z.optional(label), 'es'],
  ar: [z.optional(label), 'ar'],
  ur: [z.optional(label), 'ur'],
})
export type EntryLabels = z.output<typeof labels>

/** The languages in which an entry has no name. */
export const missingLanguages = (names: Partial<EntryLabels>) => languages.filter((language) => !names[language])

const version = z.int().check(z.gte(1))

/** An entry as the head of the office edits it. */
const entry = onWire('voce_gestita', {
  id: [recordId, 'id_voce'],
  labels: [labels, 'nomi'],
  parentId: [z.optional(recordId), 'id_superiore'],
  parentLabel: [z.optional(z.string()), 'superiore'],
  code: [z.optional(z.string()), 'sigla'],
  /** Always the last of its list: 'Altro'. */
  isOther: [flag, 'altro'],
  isRetired: [flag, 'ritirata'],
  retiredAt: [z.optional(instant), 'data_ritiro'],
  /** Of a municipality: the first day on which it no longer exists. */
  validUntil: [z.optional(plainDate), 'cessata_dal'],
  /** Why it can be neither retired nor deleted. */
  fixed: [z.optional(enumOnWire(fixedReasons)), 'motivo_fissa'],
  /** Of a retired entry: how many records the last nightly check found that use it. */
  retiredUses: [z.optional(z.int()), 'usi_dopo_ritiro'],
  isFirst: [flag, 'prima'],
  isLast: [flag, 'ultima'],
  version: [version, 'versione'],
})
export type ReferenceEntry = z.output<typeof entry>

/** A list with the numbers of its entries. */
const listOverview = onWire('lista_gestita', {
  list: [listName, 'lista'],
  inForce: [z.int(), 'in_vigore'],
  retired: [z.int(), 'ritirate'],
  /** Entries in force without a name in one of the languages. */
  untranslated: [z.int(), 'da_tradurre'],
  /** Retired entries that records still use, by the last nightly check. */
  retiredInUse: [z.int(), 'ritirate_usate'],
  checkedAt: [z.optional(instant), 'data_controllo'],
})
export type ReferenceListOverview = z.output<typeof listOverview>

export const listReferenceLists = defineEndpoint({
  ...unauditedRead,
  path: '/v1/tipologiche/gestione/liste',
  summary:
    'The reference lists with the numbers of their entries: in force, retired, to be translated, retired and used.',
  allow: manager,
  reply: z.array(listOverview),
})

export const referenceEntryStates = {
  inForce: 'in_vigore',
  retired: 'ritirate',
  retiredInUse: 'ritirate_usate',
  untranslated: 'da_tradurre',
} as const
const entryFilters = filtersOnWire('filtri_voci', {
  list: [listName, 'lista'],
  words: [z.optional(z.string().check(z.trim(), z.maxLength(100))), 'testo'],
  parentId: [z.optional(recordId), 'id_superiore'],
  state: [z.optional(enumOnWire(referenceEntryStates)), 'stato'],
})
export type ReferenceEntryFilters = z.output<typeof entryFilters>

export const listReferenceEntries = defineEndpoint({
  ...unauditedRead,
  path: '/v1/tipologiche/gestione/voci',
  summary: 'The entries of a list, retired ones too, by number or in the order of the list.',
  allow: manager,
  sorts: { order: 'ordine' },
  query: pageQuery(entryFilters),
  reply: pageOf(entry),
})

const changeBase = { method: 'POST', allow: manager, reply: entry } as const

export const addReferenceEntry = defineEndpoint({
  ...changeBase,
  path: '/v1/tipologiche/gestione/aggiungi-voce',
  summary: 'Adds an entry under the next number of its list; numbers of deleted entries are not used again.',
  audit: 'reference_inserted',
  body: onWire('nuova_voce', {
    list: [listName, 'lista'],
    parentId: [z.optional(recordId), 'id_superiore'],
    labels: [labels, 'nomi'],
  }),
})

const named = { list: [listName, 'lista'], id: [recordId, 'id_voce'] } as const
const read = { ...named, version: [version, 'versione'] } as const
const conflictAnswer = '409 with the current entry where another user changed it.'

export const renameReferenceEntry = defineEndpoint({
  ...changeBase,
  path: '/v1/tipologiche/gestione/modifica-voce',
  summary: `Replaces the names of an entry in all languages; ${conflictAnswer}`,
  audit: 'reference_changed',
  body: onWire('modifica_voce', { ...read, labels: [labels, 'nomi'] }),
  conflictReply: true,
})

export const retireReferenceEntry = defineEndpoint({
  ...changeBase,
  path: '/v1/tipologiche/gestione/ritira-voce',
  summary: `Retires an entry, which records keep and new choices no longer offer, or brings it back; ${conflictAnswer}`,
  audit: 'reference_retired',
  body: onWire('ritiro_voce', { ...read, isRetired: [flag, 'ritirata'] }),
  conflictReply: true,
})

export const moveReferenceEntry = defineEndpoint({
  ...changeBase,
  path: '/v1/tipologiche/gestione/sposta-voce',
  summary: 'Moves an entry up or down by one place, in a list with an order of its own.',
  audit: 'reference_moved',
  body: onWire('spostamento_voce', { ...named, direction: [enumOnWire({ up: 'su', down: 'giu' }), 'verso'] }),
})

/** What uses an entry: a field of a kind of record, or the entries of a list below it. */
const entryUse = onWire('uso_voce', {
  kind: [recordKind, 'archivio'],
  /** The field, in the words of the screen. */
  field: [z.string(), 'campo'],
  /** Absent where the values are encrypted and cannot be counted. */
  count: [z.optional(z.int()), 'numero'],
})
export type ReferenceEntryUse = z.output<typeof entryUse>

export const listReferenceEntryUses = defineEndpoint({
  ...unauditedRead,
  path: '/v1/tipologiche/gestione/usi-voce',
  summary:
    'How many records use an entry, by field; without a number where the field is encrypted and cannot be counted.',
  allow: manager,
  query: onWire('richiesta_usi_voce', { list: [listName, 'lista'], id: [recordIdText, 'id_voce'] }),
  reply: onWire('usi_voce', { uses: [z.array(entryUse), 'usi'] }),
})

export const deleteReferenceEntry = defineEndpoint({
  method: 'POST',
  path: '/v1/tipologiche/gestione/elimina-voce',
  summary: `Deletes a retired entry that nothing uses; ${conflictAnswer}`,
  allow: manager,
  audit: 'reference_deleted',
  body: onWire('eliminazione_voce', read),
  reply: entry,
  conflictReply: true,
})
