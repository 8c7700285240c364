import type { CaseFilters } from '@portal/contract'

/**
 * Dimensions that cases are found and counted by, in clear. A facet is one number, the dimension in its high bits and the id in
 * its low 20; the database makes them of a case's columns (migration 0029), which must know the same dimensions.
 */
export const dimensions = {
  reporterType: 1,
  channel: 2,
  language: 3,
  informationSource: 4,
  requestType: 5,
  virtualPlace: 6,
  outcome: 7,
  relevance: 8,
  placeNation: 9,
  placeRegion: 10,
  placeProvince: 11,
  field: 13,
  context: 14,
  ground: 15,
  subGround: 16,
  mode: 17,
  sex: 18,
  judicialAuthority: 19,
  citizenship: 20,
  hashtag: 21,
  performedAction: 22,
  familyBackground: 23,
  isVirtual: 24,
  isPrivate: 25,
  isOnePerson: 26,
  isPhysicalAggression: 27,
  isHateCrime: 28,
  involvesMinors: 29,
  minorsCount: 30,
} as const
export type Dimension = keyof typeof dimensions

const idBits = 20
const highestId = 2 ** idBits - 1

const facetOf = (dimension: Dimension, id: number) => dimensions[dimension] * 2 ** idBits + id

/** The filters that are facets, by what they look into. */
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

/** What filters demand in facets: of every group a case must have one. An empty group is met by none. */
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
