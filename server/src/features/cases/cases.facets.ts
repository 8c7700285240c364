import { type CaseFilters, type CaseKey, type ChoiceFilterKey, choiceFilters, isChoiceFilter } from '@portal/contract'
import { columnName } from '#platform/protection/sealed-table.ts'
import { caseColumnOf } from './record/case-values.ts'

/**
 * Dimensions, in clear, by which cases are filtered and counted: a filter by a choice, or a field where there is no such filter.
 * A facet is one number: the dimension in its high bits, the value in its low 20. Never reuse the number of a dimension. A trigger
 * computes the facets of a case by the function that `maintainedSql` prints from this table.
 */
// biome-ignore format: a table
export const dimensions = {
  profile: 1, channels: 2, languages: 3, informationSources: 4, requestTypes: 5, virtualPlaces: 6, outcomes: 7, relevances: 8,
  placeNations: 9, placeRegions: 10, placeProvinces: 11, fields: 13, contexts: 14, grounds: 15, subGrounds: 16, modes: 17,
  sexes: 18, judicialAuthorities: 19, citizenships: 20, hashtags: 21, performedActions: 22, familyBackgrounds: 23,
  isVirtual: 24, isPrivate: 25, isOnePerson: 26, isPhysicalAggression: 27, isHateCrime: 28, involvesMinors: 29, minorsCount: 30,
  needsAccommodation: 31,
} as const satisfies Partial<Record<ChoiceFilterKey | CaseKey, number>>
export type Dimension = keyof typeof dimensions

const idBits = 20
const highestId = 2 ** idBits - 1

/** The facet of an id in a dimension; that of the id 0 is where the dimension begins. */
export const facetOf = (dimension: Dimension, id: number) => dimensions[dimension] * 2 ** idBits + id

/** The facets that filters require: a case must have one of every group. An empty group matches no case. */
export function facetGroups({ reporter, ...filters }: CaseFilters): number[][] {
  const profile = reporter?.isOn === false ? undefined : reporter?.typeIds
  const values: Partial<Record<Dimension, number | boolean | readonly number[] | undefined>> = { ...filters, profile }
  return (Object.keys(dimensions) as Dimension[]).flatMap((dimension) => {
    const ids = [values[dimension] ?? []].flat().map(Number)
    return ids.length > 0 ? [ids.filter((id) => id <= highestId).map((id) => facetOf(dimension, id))] : []
  })
}

/** The columns of a dimension, each with the member of its lines where it is a JSON list. */
const columnsOf = (dimension: string) =>
  (isChoiceFilter(dimension) ? choiceFilters[dimension].fields : [dimension]).map((path) => {
    const [key, member] = path.split('.') as [CaseKey, string?]
    return { column: columnName(caseColumnOf(key)), member }
  })

const facetColumns = Object.entries(dimensions).flatMap(([dimension, number]) =>
  columnsOf(dimension).map((column) => ({ number, ...column })),
)

/** What the ledger of counts, `case_count_entries`, knows of a case, by the names of the columns of `cases`. */
export const ledgerColumns = ['status', 'is_out_of_remit', 'assigned_to', 'unread', 'awaits_letter'] as const

/** What else counts depend on: a change of one of them appends entries, too, so that a remembered count is read again. */
const watchedColumns = ['worked_from', 'status_since', 'closing_proposed_at'] as const

const valuesIn = (row: 'old' | 'new', columns: readonly string[] = ledgerColumns) =>
  columns.map((column) => `${row}.${column}`).join(', ')
const comparedColumns = [...ledgerColumns, ...watchedColumns]
const entries = (...values: readonly string[]) => `insert into case_count_entries (${ledgerColumns.join(', ')}, delta)
      values ${values.join(', ')};`
const [removed, added] = [`(${valuesIn('old')}, -1)`, `(${valuesIn('new')}, 1)`]

const single = facetColumns.flatMap(({ number, column, member }) =>
  member ? [] : [`facet(${number}, c.${column}::integer)`],
)
const listed = facetColumns.flatMap(({ number, column, member }) =>
  member ? [`|| facets_in(${number}, c.${column}, '${member}')`] : [],
)

/** A function that the database runs where a case changes, and the columns of `cases` on whose update its trigger runs. */
export interface MaintainedSql {
  readonly function: string
  readonly body: string
  readonly trigger: string
  readonly columns: readonly string[]
}

/** What a migration must create for facets and ledger: a test compares it with the database. `is_out_of_remit` follows the relevance. */
export const maintainedSql: readonly MaintainedSql[] = [
  {
    function: 'facets_of',
    trigger: 'cases_set_facets',
    columns: [...new Set(facetColumns.map(({ column }) => column))],
    body: `
begin
  return array_remove(array[
    ${single.join(',\n    ')}
  ], null)
    ${listed.join('\n    ')}
  ;
end
`,
  },
  {
    function: 'count_case_status',
    trigger: 'cases_are_counted',
    columns: comparedColumns.map((column) => (column === 'is_out_of_remit' ? 'relevance_id' : column)),
    body: `
begin
  if tg_op = 'INSERT' then
    ${entries(added)}
  elsif tg_op = 'DELETE' then
    ${entries(removed)}
  elsif (${valuesIn('old', comparedColumns)})
    is distinct from (${valuesIn('new', comparedColumns)}) then
    ${entries(removed, added)}
  end if;
  return null;
end `,
  },
]
