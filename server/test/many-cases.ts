import {
  type CaseStatus,
  type CaseValues,
  choiceFilterKeys,
  choiceFilters,
  dayMs,
  isReadOnly,
  type PlainDate,
} from '@portal/contract'
import { caseRowOf, reportValuesOf } from '#features/cases/record/case-values.ts'
import { sealedReports } from '#features/reports/index.ts'
import { insertRows, nextIds } from '#platform/database/new-rows.ts'
import { insertSealedRows, sealRows } from '#platform/protection/sealed-rows.ts'
import { drawsFrom } from '../src/demo/random.ts'
import type { TestApp } from './build-app.ts'

/** A case of a large data set, for the oracle of tests. */
export interface ManyCase {
  readonly id: number
  readonly status: CaseStatus
  readonly assignedTo: number | null
  readonly createdBy: number | null
  readonly createdAt: Date
  readonly insertedAt: Date
  readonly workedFrom: Date
  readonly statusSince: Date
  readonly closedAt: Date | null
  readonly unread: number
  readonly closingProposedAt: Date | null
  readonly awaitsLetter: boolean
  readonly values: CaseValues
}

// Names that differ in several letters, so that a fuzzy search does not confuse them.
export const manyNames = [
  'Wolkenstein',
  'Bergamaschi',
  'Okonkwo',
  'Dragusin',
  'Fernandez',
  'Yilmaz',
  'Chukwuemeka',
  'Petrosyan',
]
export const manyWords = [
  'autobus',
  'condominio',
  'ospedale',
  'cartello',
  'videogioco',
  'biglietto',
  'spogliatoio',
  'questura',
]
export const manyMails = manyNames.map((name) => `${name.toLowerCase()}@example.org`)
export const manyVats = ['12345678903', '01114601006', '00488410010']
export const manyTaxCodes = ['RSSMRA80A01H501U', 'VRDLGI75M10F205D']
export const manyNicknames = ['zorro', 'piccolaluna', 'trentatre']
export const manyProtocols = ['DPO 12/A', 'DPO 13/B', 'UNI/7', 'prot.99']
export const manyStatuses: readonly CaseStatus[] = [
  ...(['open', 'toAssign', 'inWorkOne', 'inWorkTwo', 'external', 'closed', 'reopened', 'cancelled'] as const),
]

const dayText = (at: number) => new Date(at).toISOString().slice(0, 10) as PlainDate

/** Random choices by seed, with helpers for cases. */
function caseDrawsFrom(seed: number, now: Date) {
  const draws = drawsFrom(seed)
  const { random, below, maybe } = draws
  const day = (back: number) => dayText(now.getTime() - below(back) * dayMs)
  const instant = (back: number) => new Date(now.getTime() - below(back * 24) * 3_600_000)
  const either = () => maybe(0.6, () => random() < 0.5)
  const id = (n: number) => 1 + below(n)
  return { ...draws, day, instant, either, id }
}
type Draws = ReturnType<typeof caseDrawsFrom>

const singleValues = ({ maybe, id, either, below }: Draws): CaseValues => ({
  profile: id(8),
  language: id(6),
  channelId: id(14),
  informationSourceId: maybe(0.5, () => id(10)),
  requestTypeId: maybe(0.5, () => id(9)),
  virtualPlaceId: maybe(0.3, () => id(10)),
  modeId: maybe(0.7, () => id(9)),
  outcomeId: maybe(0.4, () => id(17)),
  relevanceId: maybe(0.8, () => id(4)),
  judicialAuthorityId: maybe(0.2, () => id(13)),
  placeNation: maybe(0.5, () => 100 + id(8)),
  placeRegion: maybe(0.5, () => id(20)),
  placeProvince: maybe(0.4, () => id(60)),
  placeCity: maybe(0.3, () => 8500 + id(5)),
  victimSexId: maybe(0.7, () => id(4)),
  familyBackgroundId: maybe(0.3, () => id(5)),
  isVirtual: either(),
  isPrivate: either(),
  isOnePerson: either(),
  isPhysicalAggression: either(),
  isHateCrime: either(),
  involvesMinors: either(),
  needsAccommodation: either(),
  minorsCount: maybe(0.2, () => below(4)),
  fieldId: maybe(0.8, () => id(14)),
  victimAgeBandId: maybe(0.5, () => id(7)),
})

const lineValues = ({ maybe, id, random, day, pick }: Draws): CaseValues => ({
  contexts: maybe(0.4, () => [{ contextId: 100 + id(6) }, { contextId: 200 + id(6) }]),
  grounds: maybe(0.8, () => [
    { groundId: id(9), subGroundId: 100 + id(6), priority: 0 },
    ...(random() < 0.3 ? [{ groundId: id(9), priority: 1 }] : []),
  ]),
  hashtags: maybe(0.3, () => [{ hashtagId: id(10) }]),
  victimCitizenships: maybe(0.5, () => [{ citizenshipId: 100 + id(20) }]),
  offenderCitizenships: maybe(0.2, () => [{ citizenshipId: 100 + id(20) }]),
  performedActions: maybe(0.5, () => [
    { actionId: id(17), date: day(300) },
    { actionId: id(17), date: day(300) },
  ]),
  protocolNumbers: maybe(0.3, () => [{ number: pick(manyProtocols), date: maybe(0.7, () => day(400)) }]),
  eventDate: maybe(0.8, () => day(700)),
  nation: maybe(0.6, () => 100 + id(8)),
  region: maybe(0.5, () => id(20)),
  province: maybe(0.4, () => id(60)),
  organisationRegion: maybe(0.1, () => id(20)),
  city: maybe(0.3, () => 8500 + id(5)),
  organisationCity: maybe(0.1, () => 8500 + id(5)),
})

const sealedValues = ({ maybe, pick, below }: Draws): CaseValues => ({
  lastName: maybe(0.6, () => pick(manyNames)),
  victimLastName: maybe(0.3, () => pick(manyNames)),
  email: maybe(0.4, () => pick(manyMails)),
  organisationVat: maybe(0.1, () => pick(manyVats)),
  organisationName: maybe(0.1, () => `Lega ${pick(manyNames)}`),
  reporterTaxCode: maybe(0.2, () => pick(manyTaxCodes)),
  accountNickname: maybe(0.2, () => pick(manyNicknames)),
  message: `${pick(manyWords)} ${pick(manyWords)} ${pick(manyWords)}`,
  birthDate: maybe(0.5, () => dayText(Date.UTC(1950, 0, 1) + below(20_000) * dayMs)),
  victimBirthDate: maybe(0.1, () => dayText(Date.UTC(1950, 0, 1) + below(20_000) * dayMs)),
})

/** Fields of filters by a choice that no line above fills. */
const otherChoices = ({ maybe, id }: Draws, values: CaseValues): CaseValues =>
  Object.fromEntries(
    choiceFilterKeys.flatMap((key) => {
      const { fields } = choiceFilters[key]
      const [path] = fields
      return fields.length > 1 || path.includes('.') || path in values ? [] : [[path, maybe(0.5, () => id(9))]]
    }),
  )

/** Generates cases with varied values in every field that lists filter by. */
export function madeUpCases(count: number, people: readonly number[], now: Date, seed = 7): Omit<ManyCase, 'id'>[] {
  const draws = caseDrawsFrom(seed, now)
  const { instant, maybe, pick, random, below } = draws
  const values = (): CaseValues => {
    const written: CaseValues = { ...singleValues(draws), ...lineValues(draws), ...sealedValues(draws) }
    return { ...written, ...otherChoices(draws, written) }
  }
  return Array.from({ length: count }, () => {
    const createdAt = instant(400)
    const [status, statusSince] = [pick(manyStatuses), instant(60)]
    return {
      status,
      statusSince,
      closedAt: isReadOnly(status) ? statusSince : null,
      assignedTo: maybe(0.5, () => pick(people)) ?? null,
      createdBy: maybe(0.2, () => pick(people)) ?? null,
      createdAt,
      insertedAt: createdAt,
      workedFrom: createdAt,
      unread: random() < 0.1 ? 1 + below(2) : 0,
      closingProposedAt: maybe(0.05, () => instant(30)) ?? null,
      awaitsLetter: Math.floor(createdAt.getTime() / 86_400_000) % 3 > 0,
      values: Object.fromEntries(Object.entries(values()).filter(([, value]) => value !== undefined)),
    }
  })
}

const batchSize = 500

/** Inserts cases with the rows that saving them would write; returns them with their ids. */
export async function insertManyCases(
  { database, services }: TestApp,
  made: readonly Omit<ManyCase, 'id'>[],
): Promise<ManyCase[]> {
  const { pool, db } = database
  const all: ManyCase[] = []
  for (let from = 0; from < made.length; from += batchSize) {
    const lot = made.slice(from, from + batchSize)
    const ids = await nextIds(db, 'cases', lot.length)
    const rows = lot.map((one, index) => ({
      id: ids[index],
      ...caseRowOf(one.values),
      protocolYear: 1980,
      protocolNumber: from + index + 1,
      status: one.status,
      assignedTo: one.assignedTo,
      createdBy: one.createdBy,
      createdAt: one.createdAt,
      insertedAt: one.insertedAt,
      workedFrom: one.workedFrom,
      statusSince: one.statusSince,
      closedAt: one.closedAt,
      closingProposedAt: one.closingProposedAt,
      awaitsLetter: one.awaitsLetter,
    }))
    await insertRows(db, 'cases', rows)
    const inserted = lot.map((one, index) => ({ ...one, id: ids[index] ?? 0 }))
    const reports = inserted.map(({ id, createdAt, values }) => ({
      ...reportValuesOf(values),
      caseId: id,
      receivedAt: createdAt,
    }))
    await insertSealedRows(db, sealRows(services.vault, sealedReports, reports as never))
    const unread = inserted.flatMap(({ id, unread }) => Array.from({ length: unread }, () => id))
    if (unread.length > 0)
      await pool.query('insert into case_messages (case_id, sent_at) select id, now() from unnest($1::int[]) as id', [
        unread,
      ])
    all.push(...inserted)
  }
  await pool.query('analyze')
  return all
}
