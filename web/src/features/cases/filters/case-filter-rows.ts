import { type CaseFilterKey, type ReferenceList, sealedFilterKeys } from '@portal/contract'

/** How a filter is asked for. */
export type FilterKind =
  | 'statuses'
  | 'ids'
  | 'reporters'
  | 'operators'
  | 'either'
  | 'flag'
  | 'count'
  | 'day'
  | 'text'
  | 'codes'

/** Where in the panel a filter stands: the simple ones first, the others folded in groups. */
export const filterGroups = ['first', 'place', 'people', 'classification', 'work', 'dates'] as const
export type FilterGroup = (typeof filterGroups)[number]

export interface FilterRow {
  readonly kind: FilterKind
  readonly group: FilterGroup
  /** What it chooses from. */
  readonly list?: ReferenceList
  /** The filter whose choice narrows this one's list. */
  readonly parent?: CaseFilterKey
}

/** Every filter of the case lists, in the order of the panel: what is left out here does not compile. */
// biome-ignore format: a table
const filterRows: Readonly<Record<CaseFilterKey, FilterRow>> = {
  narrative:            { group: 'first',          kind: 'text' },
  statuses:             { group: 'first',          kind: 'statuses' },
  createdFrom:          { group: 'first',          kind: 'day' },
  createdTo:            { group: 'first',          kind: 'day' },
  fields:               { group: 'first',          kind: 'ids', list: 'field_of_life' },
  grounds:              { group: 'first',          kind: 'ids', list: 'ground' },
  user:                 { group: 'first',          kind: 'operators' },
  isVirtual:            { group: 'place',          kind: 'either' },
  virtualPlaces:        { group: 'place',          kind: 'ids', list: 'virtual_place' },
  placeNations:         { group: 'place',          kind: 'ids', list: 'nation' },
  placeRegions:         { group: 'place',          kind: 'ids', list: 'region' },
  placeProvinces:       { group: 'place',          kind: 'ids', list: 'province', parent: 'placeRegions' },
  placeCities:          { group: 'place',          kind: 'ids', list: 'city', parent: 'placeProvinces' },
  person:               { group: 'people',         kind: 'text' },
  taxCode:              { group: 'people',         kind: 'text' },
  contact:              { group: 'people',         kind: 'text' },
  organisationName:     { group: 'people',         kind: 'text' },
  vatNumber:            { group: 'people',         kind: 'text' },
  accountNickname:      { group: 'people',         kind: 'text' },
  birthDate:            { group: 'people',         kind: 'day' },
  bornFrom:             { group: 'people',         kind: 'day' },
  bornTo:               { group: 'people',         kind: 'day' },
  reporter:             { group: 'people',         kind: 'reporters', list: 'reporter_type' },
  sexes:                { group: 'people',         kind: 'ids', list: 'sex' },
  citizenships:         { group: 'people',         kind: 'ids', list: 'citizenship' },
  familyBackgrounds:    { group: 'people',         kind: 'ids', list: 'family_background' },
  nations:              { group: 'people',         kind: 'ids', list: 'nation' },
  regions:              { group: 'people',         kind: 'ids', list: 'region' },
  provinces:            { group: 'people',         kind: 'ids', list: 'province', parent: 'regions' },
  cities:               { group: 'people',         kind: 'ids', list: 'city', parent: 'provinces' },
  relevances:           { group: 'classification', kind: 'ids', list: 'relevance' },
  contexts:             { group: 'classification', kind: 'ids', list: 'context', parent: 'fields' },
  subGrounds:           { group: 'classification', kind: 'ids', list: 'sub_ground', parent: 'grounds' },
  modes:                { group: 'classification', kind: 'ids', list: 'discrimination_mode' },
  isPhysicalAggression: { group: 'classification', kind: 'either' },
  isHateCrime:          { group: 'classification', kind: 'either' },
  isPrivate:            { group: 'classification', kind: 'either' },
  isOnePerson:          { group: 'classification', kind: 'either' },
  involvesMinors:       { group: 'classification', kind: 'either' },
  minorsCount:          { group: 'classification', kind: 'count' },
  hashtags:             { group: 'classification', kind: 'ids', list: 'hashtag' },
  isLate:               { group: 'work',           kind: 'flag' },
  hasUnread:            { group: 'work',           kind: 'flag' },
  isUnassigned:         { group: 'work',           kind: 'flag' },
  isOwn:                { group: 'work',           kind: 'flag' },
  isClosingProposed:    { group: 'work',           kind: 'flag' },
  protocolNumbers:      { group: 'work',           kind: 'codes' },
  channels:             { group: 'work',           kind: 'ids', list: 'channel' },
  languages:            { group: 'work',           kind: 'ids', list: 'language' },
  requestTypes:         { group: 'work',           kind: 'ids', list: 'request_type' },
  informationSources:   { group: 'work',           kind: 'ids', list: 'information_source' },
  outcomes:             { group: 'work',           kind: 'ids', list: 'final_outcome' },
  judicialAuthorities:  { group: 'work',           kind: 'ids', list: 'judicial_authority' },
  performedActions:     { group: 'work',           kind: 'ids', list: 'performed_action' },
  eventFrom:            { group: 'dates',          kind: 'day' },
  eventTo:              { group: 'dates',          kind: 'day' },
  insertedFrom:         { group: 'dates',          kind: 'day' },
  insertedTo:           { group: 'dates',          kind: 'day' },
  enrolledFrom:         { group: 'dates',          kind: 'day' },
  enrolledTo:           { group: 'dates',          kind: 'day' },
}

const order = Object.keys(filterRows) as CaseFilterKey[]
export const rowOf = (key: CaseFilterKey): FilterRow => filterRows[key]

/** Who a list's cases belong to is asked for only where the list tells it. */
export const filterKeysOf = ({ hasOperator }: { readonly hasOperator: boolean }): CaseFilterKey[] =>
  order.filter((key) => hasOperator || key !== 'user')

/** Found without a plain text of it being kept: never in an address. */
export const isSealed = (key: CaseFilterKey) => sealedFilterKeys.some((sealed) => sealed === key)

/** The filters whose lists a choice narrows, and theirs. */
export const narrowedBy = (key: CaseFilterKey): CaseFilterKey[] =>
  order.filter((one) => rowOf(one).parent === key).flatMap((one) => [one, ...narrowedBy(one)])
