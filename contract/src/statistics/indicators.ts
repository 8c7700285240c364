import type { ReferenceList } from '../reference/reference-lists.ts'
import { accessTo, can, type Role, rolesOf } from '../session/roles.ts'

/** What an indicator counts by, and how a screen draws it. */
export interface Indicator {
  /** Its word on the wire. */
  readonly wire: string
  readonly chart: 'bar' | 'line' | 'map'
  /**
   * Of `mentions` a record may have several, such as its grounds, and counts once for each: shares are of records, so that
   * they may add up to more than 100 %.
   */
  readonly unit: 'records' | 'mentions'
  /** The reference list of its entries; without one the entries are statuses, months, bands of days, flags or operators. */
  readonly list?: ReferenceList
  /** The indicator whose entries contain the entries of this one. */
  readonly within?: string
  /** Of an indicator of durations: the first day of each band; the last band is open. Such an indicator has median, mean and 90th percentile. */
  readonly bands?: readonly number[]
}

const takeBands = [0, 1, 3, 8, 15, 31]
const closeBands = [0, 8, 31, 61, 91, 181, 366]

/**
 * The indicators of cases (decisions §9). Regions and provinces are where the event happened, as on the map. A new one has its title
 * and its words for no value under `statistics` in the texts of the office, its reading and its column in a group of
 * `case-counting.ts`, for a new column a migration of `case_statistics` with its function and trigger, what it counts in
 * `case-counts.test.ts`, and its leads under `annualReport`. A link to its cases is a row of `case-records.rules.ts`.
 */
// biome-ignore format: a table
export const caseIndicators = {
  statuses:      { wire: 'stato',                     chart: 'bar',  unit: 'records' },
  outcomes:      { wire: 'esito_finale',              chart: 'bar',  unit: 'records',  list: 'final_outcome' },
  relevances:    { wire: 'pertinenza',                chart: 'bar',  unit: 'records',  list: 'relevance' },
  grounds:       { wire: 'ground',                    chart: 'bar',  unit: 'mentions', list: 'ground' },
  subGrounds:    { wire: 'sotto_ground',              chart: 'bar',  unit: 'mentions', list: 'sub_ground', within: 'grounds' },
  fields:        { wire: 'ambito',                    chart: 'bar',  unit: 'records',  list: 'field_of_life' },
  contexts:      { wire: 'contesto',                  chart: 'bar',  unit: 'mentions', list: 'context', within: 'fields' },
  regions:       { wire: 'regione',                   chart: 'map',  unit: 'records',  list: 'region' },
  provinces:     { wire: 'provincia',                 chart: 'bar',  unit: 'records',  list: 'province', within: 'regions' },
  months:        { wire: 'mese',                      chart: 'line', unit: 'records' },
  channels:      { wire: 'canale',                    chart: 'bar',  unit: 'records',  list: 'channel' },
  reporters:     { wire: 'segnalante',                chart: 'bar',  unit: 'records',  list: 'reporter_type' },
  modes:         { wire: 'modalita_discriminazione',  chart: 'bar',  unit: 'records',  list: 'discrimination_mode' },
  places:        { wire: 'virtuale_fisico',           chart: 'bar',  unit: 'records' },
  virtualPlaces: { wire: 'luogo_virtuale',            chart: 'bar',  unit: 'records',  list: 'virtual_place' },
  ageBands:      { wire: 'fascia_eta',                chart: 'bar',  unit: 'records',  list: 'age_band' },
  citizenships:  { wire: 'cittadinanza',              chart: 'bar',  unit: 'mentions', list: 'citizenship' },
  operators:     { wire: 'operatore',                 chart: 'bar',  unit: 'records' },
  takeDays:      { wire: 'giorni_presa_in_carico',    chart: 'bar',  unit: 'records',  bands: takeBands },
  closeDays:     { wire: 'giorni_chiusura',           chart: 'bar',  unit: 'records',  bands: closeBands },
  directiveGrounds: { wire: 'motivo_direttive',       chart: 'bar',  unit: 'mentions', list: 'directive_ground' },
  directiveFields:  { wire: 'settore_direttive',      chart: 'bar',  unit: 'mentions', list: 'directive_field' },
  languages:     { wire: 'lingua',                    chart: 'bar',  unit: 'records',  list: 'language' },
  accommodations: { wire: 'accomodamento',            chart: 'bar',  unit: 'records' },
  answerDays:    { wire: 'giorni_prima_risposta',     chart: 'bar',  unit: 'records',  bands: takeBands },
  informed:      { wire: 'decisione_comunicata',      chart: 'bar',  unit: 'records' },
  assessments:   { wire: 'parere',                    chart: 'bar',  unit: 'mentions' },
  followUps:     { wire: 'seguito_parere',            chart: 'bar',  unit: 'records' },
} as const satisfies Record<string, Indicator>
export type CaseIndicator = keyof typeof caseIndicators

/** The indicators of the duties of an equality body: a section of the page, and a chapter of the annual report. */
export const dutyIndicators = [
  'directiveGrounds',
  'directiveFields',
  'languages',
  'accommodations',
  'answerDays',
  'informed',
  'assessments',
  'followUps',
] as const satisfies readonly CaseIndicator[]

/** The indicators of the register of associations (decisions §9): months of application, days until RUP decides on it. */
// biome-ignore format: a table
export const registerIndicators = {
  statuses:   { wire: 'stato_richiesta', chart: 'bar',  unit: 'records' },
  regions:    { wire: 'regione',         chart: 'map',  unit: 'records',  list: 'region' },
  grounds:    { wire: 'ground',          chart: 'bar',  unit: 'mentions', list: 'ground' },
  months:     { wire: 'mese',            chart: 'line', unit: 'records' },
  decideDays: { wire: 'giorni_decisione', chart: 'bar', unit: 'records',  bands: closeBands },
} as const satisfies Record<string, Indicator>
export type RegisterIndicator = keyof typeof registerIndicators

/** Who sees the statistics of cases: roles for which the permission is not limited to the register (decisions §2). */
const seesCases = (role: Role) => accessTo('statistics', role) === 'all'

/** The statistics of the portal: what they count by, and who sees them. */
export const statisticsSubjects = {
  cases: { indicators: caseIndicators, allow: rolesOf('statistics').filter(seesCases) },
  register: { indicators: registerIndicators, allow: rolesOf('statistics').filter((role) => can('register', role)) },
} as const satisfies Record<
  string,
  { readonly indicators: Readonly<Record<string, Indicator>>; readonly allow: readonly Role[] }
>
export type StatisticsSubject = keyof typeof statisticsSubjects

/** The share of `count` records in `total`, from 0 to 1 with four decimals; 0 of no records. */
export const shareOf = (count: number, total: number): number =>
  total === 0 ? 0 : Math.round((count / total) * 10_000) / 10_000
