import type { CaseFilters } from '@portal/contract'

/** Where `cases` holds the values of a dimension: a column of ids, flags or counts, or a member of the lines of JSON lists. */
type Values = { readonly column: string } | { readonly lists: readonly (readonly [column: string, member: string])[] }

/**
 * Dimensions, in clear, by which cases are filtered and counted. A facet is one number: the dimension in its high bits, the value
 * in its low 20. The trigger function `set_case_facets` computes the facets of a case; `facetTriggerSql` builds its body from this
 * table, and a test compares the two. Never reuse the number of a dimension for another one.
 */
// biome-ignore format: a table
export const dimensions = {
  reporterType:         { number: 1,  column: 'reporter_type_id' },
  channel:              { number: 2,  column: 'channel_id' },
  language:             { number: 3,  column: 'language_id' },
  informationSource:    { number: 4,  column: 'information_source_id' },
  requestType:          { number: 5,  column: 'request_type_id' },
  virtualPlace:         { number: 6,  column: 'virtual_place_id' },
  outcome:              { number: 7,  column: 'outcome_id' },
  relevance:            { number: 8,  column: 'relevance_id' },
  placeNation:          { number: 9,  column: 'place_nation' },
  placeRegion:          { number: 10, column: 'place_region' },
  placeProvince:        { number: 11, column: 'place_province' },
  field:                { number: 13, column: 'field_id' },
  context:              { number: 14, lists: [['contexts', 'contextId']] },
  ground:               { number: 15, lists: [['grounds', 'groundId']] },
  subGround:            { number: 16, lists: [['grounds', 'subGroundId']] },
  mode:                 { number: 17, column: 'mode_id' },
  sex:                  { number: 18, column: 'victim_sex_id' },
  judicialAuthority:    { number: 19, column: 'judicial_authority_id' },
  citizenship:          { number: 20, lists: [['victim_citizenships', 'citizenshipId'], ['offender_citizenships', 'citizenshipId']] },
  hashtag:              { number: 21, lists: [['hashtags', 'hashtagId']] },
  performedAction:      { number: 22, lists: [['performed_actions', 'actionId']] },
  familyBackground:     { number: 23, column: 'family_background_id' },
  isVirtual:            { number: 24, column: 'is_virtual' },
  isPrivate:            { number: 25, column: 'is_private' },
  isOnePerson:          { number: 26, column: 'is_one_person' },
  isPhysicalAggression: { number: 27, column: 'is_physical_aggression' },
  isHateCrime:          { number: 28, column: 'is_hate_crime' },
  involvesMinors:       { number: 29, column: 'involves_minors' },
  minorsCount:          { number: 30, column: 'minors_count' },
} as const satisfies Record<string, Values & { readonly number: number }>
export type Dimension = keyof typeof dimensions

const idBits = 20
const highestId = 2 ** idBits - 1

const facetOf = (dimension: Dimension, id: number) => dimensions[dimension].number * 2 ** idBits + id

/** The filters that are facets, by their dimension. */
const byIds = {
  channels: 'channel',
  requestTypes: 'requestType',
  informationSources: 'informationSource',
  virtualPlaces: 'virtualPlace',
  languages: 'language',
  outcomes: 'outcome',
  relevances: 'relevance',
  placeNations: 'placeNation',
  placeRegions: 'placeRegion',
  placeProvinces: 'placeProvince',
  fields: 'field',
  contexts: 'context',
  grounds: 'ground',
  subGrounds: 'subGround',
  modes: 'mode',
  sexes: 'sex',
  judicialAuthorities: 'judicialAuthority',
  citizenships: 'citizenship',
  hashtags: 'hashtag',
  performedActions: 'performedAction',
  familyBackgrounds: 'familyBackground',
} as const satisfies Partial<Record<keyof CaseFilters, Dimension>>

const byFlag = [
  'isVirtual',
  'isPrivate',
  'isOnePerson',
  'isPhysicalAggression',
  'isHateCrime',
  'involvesMinors',
] as const satisfies readonly (keyof CaseFilters & Dimension)[]

const facetsOf = (dimension: Dimension, ids: readonly number[] | undefined) =>
  ids?.length ? [ids.filter((id) => id <= highestId).map((id) => facetOf(dimension, id))] : []

/** The facets that filters require: a case must have one of every group. An empty group matches no case. */
export function facetGroups(filters: CaseFilters): number[][] {
  const { reporter, minorsCount } = filters
  const flags = byFlag.flatMap((key) => facetsOf(key, filters[key] === undefined ? undefined : [Number(filters[key])]))
  const ids = Object.entries(byIds).flatMap(([key, dimension]) =>
    facetsOf(dimension, filters[key as keyof typeof byIds]),
  )
  return [
    ...ids,
    ...flags,
    ...facetsOf('minorsCount', minorsCount === undefined ? undefined : [minorsCount]),
    ...(reporter?.isOn === false ? [] : facetsOf('reporterType', reporter?.typeIds)),
  ]
}

/** The body of the trigger function `set_case_facets`, for a migration. */
export function facetTriggerSql(): string {
  const rows: readonly (Values & { readonly number: number })[] = Object.values(dimensions)
  const single = rows.flatMap((row) => ('column' in row ? [`facet(${row.number}, new.${row.column}::integer)`] : []))
  const listed = rows.flatMap((row) =>
    'lists' in row
      ? row.lists.map(([column, member]) => `|| facets_in(${row.number}, new.${column}, '${member}')`)
      : [],
  )
  return [
    'begin',
    '  new.facets = array_remove(array[',
    `    ${single.join(',\n    ')}`,
    '  ], null)',
    ...listed.map((line) => `    ${line}`),
    '  ;',
    '  return new;',
    'end',
  ].join('\n')
}
