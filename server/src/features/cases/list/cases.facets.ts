import { type CaseFilters, type CaseKey, type ChoiceFilterKey, choiceFilters, isChoiceFilter } from '@portal/contract'
import { columnName } from '#platform/protection/sealed-table.ts'
import { caseColumnOf } from '../record/case-values.ts'

/**
 * Dimensions, in clear, by which cases are filtered and counted: a filter by a choice, or a field where there is no such filter.
 * A facet is one number: the dimension in its high bits, the value in its low 20. The function `facets_of` computes
 * the facets of a case, which a trigger keeps; `facetFunctionSql` builds its body from this table, and a test compares
 * the two. Never reuse the number of
 * a dimension for another one.
 */
// biome-ignore format: a table
export const dimensions = {
  profile: 1, channels: 2, languages: 3, informationSources: 4, requestTypes: 5, virtualPlaces: 6, outcomes: 7, relevances: 8,
  placeNations: 9, placeRegions: 10, placeProvinces: 11, fields: 13, contexts: 14, grounds: 15, subGrounds: 16, modes: 17,
  sexes: 18, judicialAuthorities: 19, citizenships: 20, hashtags: 21, performedActions: 22, familyBackgrounds: 23,
  isVirtual: 24, isPrivate: 25, isOnePerson: 26, isPhysicalAggression: 27, isHateCrime: 28, involvesMinors: 29, minorsCount: 30,
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

/** The columns of `cases` that facets are made of: the trigger runs where one of them is written. */
export const columnsOfFacets: ReadonlySet<string> = new Set(facetColumns.map(({ column }) => column))

/** The body of the function `facets_of`, for a migration. */
export function facetFunctionSql(): string {
  const rows = facetColumns
  const single = rows.flatMap(({ number, column, member }) =>
    member ? [] : [`facet(${number}, c.${column}::integer)`],
  )
  const listed = rows.flatMap(({ number, column, member }) =>
    member ? [`|| facets_in(${number}, c.${column}, '${member}')`] : [],
  )
  return [
    'begin',
    '  return array_remove(array[',
    `    ${single.join(',\n    ')}`,
    '  ], null)',
    ...listed.map((line) => `    ${line}`),
    '  ;',
    'end',
  ].join('\n')
}
