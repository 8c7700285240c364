import type { Weighted } from './random.ts'

/** The classification of a sample case, by ids in the reference lists. */
export interface Scenario {
  readonly id: string
  readonly fieldId: number
  readonly contextId: number
  readonly groundId: number
  readonly subGroundId: number
  readonly modeId: number
  readonly offenderTypeId: number
  readonly offenders: readonly string[]
  readonly isPrivate: boolean
  readonly hashtagId?: number
  /** Set for an event online. */
  readonly virtualPlaceId?: number
  readonly minorsCount?: number
  /** The person concerned is Italian. */
  readonly isItalian?: true
}

const scenario = (
  id: string,
  [fieldId, contextId]: readonly [number, number],
  [groundId, subGroundId]: readonly [number, number],
  modeId: number,
  [offenderTypeId, ...offenders]: readonly [number, ...string[]],
  more: Partial<Scenario> = {},
): Scenario => ({
  id,
  fieldId,
  contextId,
  groundId,
  subGroundId,
  modeId,
  offenderTypeId,
  offenders,
  isPrivate: true,
  ...more,
})

/** The scenarios by frequency; `stories/` has their texts by id. */
// biome-ignore format: a table
const scenarios: readonly Weighted<Scenario>[] = [
  [12, scenario('rent-refused',    [1, 101],   [1, 103], 1,  [10, 'Proprietario dell’appartamento', 'Sig. Gatti'],                  { hashtagId: 12 })],
  [8,  scenario('job-interview',   [2, 201],   [2, 206], 1,  [3,  'Panificio Aurora S.r.l.', 'Hotel Miralago', 'Pulizie Splendor'], { hashtagId: 11 })],
  [10, scenario('workplace',       [2, 207],   [1, 101], 3,  [3,  'Logistica Tirrena S.r.l.', 'Ristorante Al Cantuccio', 'Metalli Nord'], { hashtagId: 11 })],
  [7,  scenario('hospital',        [4, 401],   [1, 109], 1,  [8,  'Pronto soccorso', 'Poliambulatorio Santa Chiara'],               { isPrivate: false })],
  [9,  scenario('bus',             [5, 507],   [1, 101], 1,  [14, 'Trasporti urbani', 'Linea 14'],                                   { isPrivate: false, hashtagId: 3 })],
  [7,  scenario('police',          [6, 601],   [1, 105], 6,  [6,  'Pattuglia'],                                                      { isPrivate: false, hashtagId: 3 })],
  [8,  scenario('registry-office', [7, 702],   [1, 108], 6,  [5,  'Ufficio anagrafe del Comune'],                                    { isPrivate: false })],
  [6,  scenario('bank',            [9, 901],   [1, 108], 2,  [13, 'Banca Cooperativa del Golfo', 'Filiale di zona'])],
  [5,  scenario('agency',          [1, 104],   [1, 102], 4,  [11, 'Immobiliare Bella Casa', 'Agenzia Tre Pini'],                     { hashtagId: 12 })],
  [4,  scenario('neighbours',      [1, 103],   [2, 202], 3,  [12, 'Condomini della scala B'],                                        { hashtagId: 2, minorsCount: 2 })],
  [3,  scenario('pregnancy',       [2, 208],   [8, 801], 1,  [3,  'Studio Associato Valli', 'Centro Estetico Iris'],                 { hashtagId: 11, isItalian: true })],
  [4,  scenario('school',          [3, 307],   [1, 104], 3,  [7,  'Istituto comprensivo'],                                           { isPrivate: false, hashtagId: 10, minorsCount: 1 })],
  [4,  scenario('nightclub',       [8, 803],   [1, 105], 1,  [9,  'Discoteca Onda', 'Club Prisma'],                                  { hashtagId: 3 })],
  [6,  scenario('online',          [10, 1001], [2, 201], 10, [20, 'Profilo anonimo'],                                                { hashtagId: 8, virtualPlaceId: 1, isItalian: true })],
  [4,  scenario('football',        [13, 1301], [1, 101], 3,  [18, 'Tifosi della squadra ospite'],                                    { hashtagId: 13 })],
  [4,  scenario('wheelchair',      [11, 1102], [3, 306], 13, [9,  'Cinema Corallo', 'Teatro dei Filodrammatici'],                    { hashtagId: 7, isItalian: true })],
  [3,  scenario('couple',          [8, 804],   [5, 504], 1,  [9,  'B&B La Ginestra'],                                                { hashtagId: 5, isItalian: true })],
  [2,  scenario('name',            [7, 707],   [6, 603], 1,  [4,  'Sportello pubblico'],                                             { isPrivate: false, hashtagId: 6, isItalian: true })],
]

/** Scenarios with texts in every language; the others exist in Italian only. */
const translatedIds = [
  'rent-refused',
  'job-interview',
  'workplace',
  'hospital',
  'bus',
  'police',
  'registry-office',
  'bank',
]

export const scenariosIn = (language: string) =>
  language === 'it' ? scenarios : scenarios.filter(([, { id }]) => translatedIds.includes(id))
