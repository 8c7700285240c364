import {
  assessmentStages,
  type CaseIndicator,
  type CaseStatus,
  caseStatusIds,
  followUps,
  informedStates,
} from '@portal/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Tables } from '#platform/database/tables.ts'
import type { Db } from '#platform/database/transaction.ts'
import { idsIn, monthIn } from './column-keys.rules.ts'
import { countGroups } from './count-groups.store.ts'
import type { DirectiveKeys } from './directive-keys.rules.ts'
import { type DutyTerms, dutyColumns, dutyJoins } from './duty-columns.ts'
import { type ColumnGroup, type Reading, type Tally, tallyOf } from './tally.rules.ts'

/** Columns of `case_statistics`, and those that are read beside it. */
type Column =
  | Exclude<keyof Tables['caseStatistics'], 'caseId'>
  | 'languageId'
  | 'isAccommodationAsked'
  | 'answerDays'
  | 'assessmentStages'
  | 'followUp'
  | 'informed'

/** The keys of words that are separated by commas. */
const keysIn = (keys: Readonly<Record<string, string>>) => (words: unknown) =>
  String(words)
    .split(',')
    .flatMap((word) => keys[word] ?? [])

/** What each indicator reads from a row of the counted cases. */
// biome-ignore format: a table
export const caseReadings = (directives: DirectiveKeys) => ({
  statuses:      { column: 'status', keysOf: (status) => [String(caseStatusIds[status as CaseStatus])] },
  outcomes:      { column: 'outcomeId' },
  relevances:    { column: 'relevanceId' },
  grounds:       { column: 'grounds', keysOf: idsIn },
  subGrounds:    { column: 'subGrounds', keysOf: idsIn },
  fields:        { column: 'fieldId' },
  contexts:      { column: 'contexts', keysOf: idsIn },
  regions:       { column: 'placeRegion' },
  provinces:     { column: 'placeProvince' },
  months:        { column: 'month', keysOf: monthIn },
  channels:      { column: 'channelId' },
  reporters:     { column: 'reporterTypeId' },
  modes:         { column: 'modeId' },
  places:        { column: 'isVirtual', keysOf: (isVirtual) => [isVirtual ? '1' : '0'] },
  virtualPlaces: { column: 'virtualPlaceId' },
  ageBands:      { column: 'victimAgeBandId' },
  citizenships:  { column: 'citizenships', keysOf: idsIn },
  operators:     { column: 'assignedTo' },
  takeDays:      { column: 'takeDays' },
  closeDays:     { column: 'closeDays' },
  directiveGrounds: { column: 'grounds', keysOf: (json) => directives.ofGrounds(idsIn(json)) },
  directiveFields:  { column: 'fieldId', keysOf: (id) => directives.ofFields([String(id)]) },
  languages:     { column: 'languageId' },
  accommodations: { column: 'isAccommodationAsked', keysOf: (isAsked) => [isAsked ? '1' : '0'] },
  answerDays:    { column: 'answerDays' },
  informed:      { column: 'informed', keysOf: keysIn(informedStates) },
  assessments:   { column: 'assessmentStages', keysOf: keysIn(assessmentStages) },
  followUps:     { column: 'followUp', keysOf: keysIn(followUps) },
}) as const satisfies Record<CaseIndicator, Reading<Column>>

/** The columns in few groups, each with few combinations of values: a pass updates one hash table for each group. */
export const caseGroups = [
  ['status', 'outcomeId', 'relevanceId', 'channelId', 'reporterTypeId'],
  ['modeId', 'victimAgeBandId', 'isVirtual', 'virtualPlaceId'],
  ['placeRegion', 'placeProvince'],
  ['month', 'assignedTo'],
  ['takeDays', 'closeDays'],
  ['languageId', 'isAccommodationAsked', 'answerDays'],
  ['assessmentStages', 'followUp', 'informed'],
  ['grounds', 'subGrounds'],
  ['fieldId', 'contexts'],
  ['citizenships'],
] as const satisfies readonly ColumnGroup<Column>[]

/**
 * The rows that are counted. The first answer is the first message of the office in the portal: telephone calls are no messages.
 */
const countedCases = (terms: DutyTerms) => sql`(select case_statistics.*, cases.language_id,
    coalesce(cases.is_accommodation_asked, false) as is_accommodation_asked,
    case when answered.at is not null then greatest(office_day(answered.at) - office_day(cases.created_at), 0) end as answer_days,
    ${dutyColumns(terms)}
  from case_statistics join cases on cases.id = case_statistics.case_id
    left join (select case_id, min(sent_at) as at from case_messages where written_by is not null group by case_id) as answered
      on answered.case_id = case_statistics.case_id
    ${dutyJoins(terms)}) as counted`

/** What the counting reads beside the records. */
export interface CaseReading {
  readonly directives: DirectiveKeys
  readonly terms: DutyTerms
}

/**
 * Counts cases by every indicator: those that a query of ids selects, or all. `offset 0` makes PostgreSQL hash the ids; otherwise it
 * may hash the rows of the statistics, which takes longer.
 */
export const countCases = async (
  tx: Db,
  ids: RawBuilder<{ id: number }> | undefined,
  { directives, terms }: CaseReading,
): Promise<Tally> =>
  tallyOf(
    { groups: caseGroups, readings: caseReadings(directives) },
    await countGroups<Column>(
      tx,
      caseGroups,
      sql`${countedCases(terms)} ${ids ? sql`where case_id in (${ids} offset 0)` : sql``}`,
    ),
  )
