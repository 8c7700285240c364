import * as z from 'zod/mini'
import type { Field } from '../kit/field.ts'
import { alternative, filtersOnWire, oneOrMore, refuseReversed, searchWords } from '../kit/filter-schemas.ts'
import { flag, namesOf, plainDate, recordId } from '../kit/wire.ts'
import type { ReferenceList } from '../reference/reference-lists.ts'
import { role } from '../session/roles.ts'
import { type CaseKey, caseFields, protocolNumberLength } from './case.form.ts'
import { caseStatus } from './case.workflow.ts'

const ids = oneOrMore(recordId, 100)
const statuses = oneOrMore(caseStatus, 8)

type Fields = typeof caseFields
type Listed<F> = { [K in keyof F & string]: F[K] extends { list: ReferenceList } ? K : never }[keyof F & string]
type ListedColumn<F> = {
  [K in keyof F & string]: F[K] extends { columns: infer C } ? `${K}.${Listed<C>}` : never
}[keyof F & string]
/** A choice from a reference list: a field of a case, or as `grounds.groundId` a column of its lines. */
export type ChoicePath = Listed<Fields> | ListedColumn<Fields>

/** A filter by what fields choose from a list: a case matches with any of the ids in any of them. */
const choiceOf = <const W extends string>(wire: W, ...fields: [ChoicePath, ...ChoicePath[]]) =>
  [ids, wire, fields] as const

const day = z.optional(plainDate)
const words = z.optional(searchWords)

/** The filter on the reporter; ignored where `isOn` is 0. A third member is the list of the choices. */
const reporterFields = {
  typeIds: [ids, 'id_segnalante', 'reporter_type'],
  isOn: [alternative, 'enable'],
  languageCode: [z.optional(z.string().check(z.maxLength(3))), 'codice_lingua', 'language'],
} as const
const reporterFilter = filtersOnWire('filtro_segnalante', reporterFields)
/** The filter on the operator: an operator must match every condition that is set. */
const operatorFields = {
  ids: [ids, 'id_utente'],
  taxCode: [words, 'cf'],
  firstName: [words, 'nome'],
  lastName: [words, 'cognome'],
  roles: [z.optional(z.array(role).check(z.maxLength(6))), 'roles'],
  mail: [words, 'mail'],
  phone: [words, 'telefono'],
} as const
const operatorFilter = filtersOnWire('filtro_utente', operatorFields)
export type OperatorFilter = z.output<typeof operatorFilter>

/**
 * The filters in clear. Of a choice the schema, list, parent, label, plain evaluation and generator of the tests follow from its
 * field. The server finds a sealed choice by its tokens; a choice, flag or count of the office as a facet (`cases.facets.ts`), by one
 * index that serves all of them and statistics; a choice of the report by a column with an index `on reports (<column>, case_id)`.
 * Another filter has its condition in `finding/case-plan.ts`, with the index that serves it, and its plain evaluation and generator
 * in `case-filters.test.ts`. A migration never rewrites the table of cases under a lock: it adds a nullable column, replaces the
 * function, and updates the rows that have a value.
 */
// biome-ignore format: a table
const clear = {
  statuses:            [statuses, 'statoSegnalazione'],
  reporter:            [z.optional(reporterFilter), 'segnalante'],
  user:                [z.optional(operatorFilter), 'user'],
  channels:            choiceOf('canale', 'channelId'),
  requestTypes:        choiceOf('tipoRichiesta', 'requestTypeId'),
  informationSources:  choiceOf('fonteInformativa', 'informationSourceId'),
  virtualPlaces:       choiceOf('luogoVirtuale', 'virtualPlaceId'),
  languages:           choiceOf('lingua', 'language'),
  outcomes:            choiceOf('esitoFinale', 'outcomeId'),
  relevances:          choiceOf('pertinenza', 'relevanceId'),
  nations:             choiceOf('nazione', 'nation', 'organisationNation'),
  regions:             choiceOf('regione', 'region', 'organisationRegion'),
  provinces:           choiceOf('provincia', 'province', 'organisationProvince'),
  cities:              choiceOf('citta', 'city', 'organisationCity'),
  placeNations:        choiceOf('nazioneLuogo', 'placeNation'),
  placeRegions:        choiceOf('regioneLuogo', 'placeRegion'),
  placeProvinces:      choiceOf('provinciaLuogo', 'placeProvince'),
  placeCities:         choiceOf('cittaLuogo', 'placeCity'),
  fields:              choiceOf('ambito', 'fieldId'),
  contexts:            choiceOf('contesto', 'contexts.contextId'),
  grounds:             choiceOf('ground', 'grounds.groundId'),
  subGrounds:          choiceOf('sottoGround', 'grounds.subGroundId'),
  modes:               choiceOf('modalitaDiscriminazione', 'modeId'),
  sexes:               choiceOf('sesso', 'victimSexId'),
  judicialAuthorities: choiceOf('autoritaGiudiziaria', 'judicialAuthorityId'),
  citizenships:        choiceOf('listaCittadinanza', 'victimCitizenships.citizenshipId', 'offenderCitizenships.citizenshipId'),
  hashtags:            choiceOf('hashtags', 'hashtags.hashtagId'),
  performedActions:    choiceOf('azioni_svolte', 'performedActions.actionId'),
  familyBackgrounds:   choiceOf('id_provenienza_familiare', 'familyBackgroundId'),
  isVirtual:           [alternative, 'virtuale_fisico'],
  isPrivate:           [alternative, 'privato_pubblico'],
  isOnePerson:         [alternative, 'individuo_gruppo'],
  isPhysicalAggression:[alternative, 'aggressione_fisica'],
  isHateCrime:         [alternative, 'hate_crime'],
  involvesMinors:      [alternative, 'coinvolgimento_minori'],
  needsAccommodation:  [alternative, 'accomodamento'],
  minorsCount:         [z.optional(z.int().check(z.gte(1), z.lte(10_000))), 'num_persone_minorenni'],
  protocolNumbers:     [z.optional(z.array(z.string().check(z.maxLength(protocolNumberLength))).check(z.maxLength(20))), 'listaNumeroProtocollo'],
  eventFrom:           [day, 'data_evento_da'],
  eventTo:             [day, 'data_evento_a'],
  createdFrom:         [day, 'data_creazione_da'],
  createdTo:           [day, 'data_creazione_a'],
  enrolledFrom:        [day, 'data_iscrizione_da'],
  enrolledTo:          [day, 'data_iscrizione_a'],
  insertedFrom:        [day, 'data_inserimento_da'],
  insertedTo:          [day, 'data_inserimento_a'],
  isLate:              [z.optional(flag), 'in_ritardo'],
  hasUnread:           [z.optional(flag), 'messaggi_non_letti'],
  isUnassigned:        [z.optional(flag), 'non_assegnati'],
  isOwn:               [z.optional(flag), 'assegnati_a_me'],
  isClosingProposed:   [z.optional(flag), 'chiusura_proposta'],
  isToInform:          [z.optional(flag), 'da_informare'],
} as const

/** The filters on protected data, which is searched by tokens; the site never puts them in an address. */
// biome-ignore format: a table
const sealed = {
  person:           [words, 'nominativo'],
  taxCode:          [words, 'codice_fiscale'],
  contact:          [words, 'contatto'],
  vatNumber:        [words, 'piva'],
  organisationName: [words, 'ragione_sociale'],
  accountNickname:  [words, 'account_nickname'],
  narrative:        [words, 'resoconto_fatti'],
  birthDate:        [day, 'data_nascita'],
  bornFrom:         [day, 'data_nascita_da'],
  bornTo:           [day, 'data_nascita_a'],
} as const

/** The ranges of days; the first day must not be after the last. */
const ranges = [
  ['eventFrom', 'eventTo'],
  ['createdFrom', 'createdTo'],
  ['enrolledFrom', 'enrolledTo'],
  ['insertedFrom', 'insertedTo'],
  ['bornFrom', 'bornTo'],
] as const

const searched = { ...clear, ...sealed }

export type ChoiceFilterKey = {
  [K in keyof typeof clear]: (typeof clear)[K] extends ReturnType<typeof choiceOf> ? K : never
}[keyof typeof clear]
export interface ChoiceFilter {
  readonly fields: readonly [ChoicePath, ...ChoicePath[]]
  /** The declaration of the first field: its list, and whether its values are sealed. */
  readonly field: Field
  /** The filter whose choices narrow the list. */
  readonly parent?: ChoiceFilterKey
}

const choiceRows = Object.entries<readonly [unknown, string, ChoiceFilter['fields']?]>(clear).flatMap(
  ([key, [, , fields]]) => (fields ? [{ key: key as ChoiceFilterKey, fields }] : []),
)

function choiceFilterOf([path, ...others]: ChoiceFilter['fields']): ChoiceFilter {
  const [key, column = ''] = path.split('.') as [CaseKey, string?]
  const declaration: Field = caseFields[key]
  const field = declaration.columns?.[column] ?? declaration
  const isParent = (one: string) => one === field.parent || one === `${key}.${field.parent}`
  const parent = choiceRows.find(({ fields }) => fields.some(isParent))?.key
  return { fields: [path, ...others], field, ...(parent && { parent }) }
}

/** The filters by a choice. What the site offers and what the server compares follows from their fields. */
export const choiceFilters = Object.fromEntries(
  choiceRows.map(({ key, fields }) => [key, choiceFilterOf(fields)]),
) as Readonly<Record<ChoiceFilterKey, ChoiceFilter>>
export const choiceFilterKeys = choiceRows.map(({ key }) => key)
export const isChoiceFilter = (key: string): key is ChoiceFilterKey => Object.hasOwn(choiceFilters, key)

/** The name of each filter on the wire. */
export const caseFilterNames = namesOf(searched)

const groups: Readonly<Record<string, Readonly<Record<string, readonly [unknown, string, ReferenceList?]>>>> = {
  reporter: reporterFields,
  user: operatorFields,
}

/** Every filter by its name on the wire, one of a group as `segnalante.enable`, with the list of its choices. */
export const listedCaseFilters = Object.entries(caseFilterNames).flatMap(
  ([key, wire]): { readonly wire: string; readonly list?: ReferenceList | undefined }[] => {
    const group = groups[key]
    if (group) return Object.values(group).map(([, inner, list]) => ({ wire: `${wire}.${inner}`, list }))
    return [{ wire, list: isChoiceFilter(key) ? choiceFilters[key].field.list : undefined }]
  },
)

const checkRanges = refuseReversed(caseFilterNames, ranges)

/** The filters of the case lists that the site puts in an address and that saved views have. */
export const caseFilters = filtersOnWire('filtri_casi', clear).check(checkRanges)

/** All filters of the case lists (specification 2 §3), with those on names, birth dates, contacts and words. */
export const caseSearch = filtersOnWire('ricerca_casi', searched).check(checkRanges)
export type CaseFilters = z.output<typeof caseSearch>
export type CaseFilterKey = keyof CaseFilters & string
export const sealedFilterKeys = Object.keys(sealed) as (keyof typeof sealed)[]
