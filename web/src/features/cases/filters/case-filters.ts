import {
  type CaseFilterKey,
  type CaseFilters,
  type CaseStatus,
  type ChoiceFilterKey,
  caseFilterNames,
  caseStatusIds,
  choiceFilters,
  type OperatorFilter,
  sealedFilterKeys,
} from '@portal/contract'
import type { TFunction } from 'i18next'
import { useColleagueOptions } from '#lib/backoffice/colleagues.ts'
import type { Filter, FilterTable } from '#list/filters/filter.ts'

/** The filters of a case list: those of the contract, and whether to search all lists. */
export type CaseListFilters = CaseFilters & { readonly isEverywhere?: boolean | undefined }

/** The group of a filter in the panel; simple filters come first and have none. */
export type FilterGroup = 'place' | 'people' | 'classification' | 'work' | 'dates'

type Row = Omit<Filter, 'wire'> & { readonly group?: FilterGroup }

/** Filters by the choice of a field, which determines their list and the filter that narrows it. */
const choices = <K extends ChoiceFilterKey>(keys: readonly K[], place: Pick<Row, 'group'> = {}) =>
  Object.fromEntries(
    keys.map((key) => {
      const { field, parent } = choiceFilters[key]
      return [key, { ...place, kind: 'choices', ...(field.list && { list: field.list }), ...(parent && { parent }) }]
    }),
  ) as Record<K, Row>

const statuses: Partial<Row> = {
  names: caseStatusIds,
  nameOf: (t, status) => t(`caseStatuses.${status as CaseStatus}`),
}
const operators: Partial<Row> = {
  useOptions: useColleagueOptions,
  pack: (ids) => ({ ids: [...ids] }),
  unpack: ({ ids = [] }: OperatorFilter) => ids,
}
const reporters: Partial<Row> = {
  pack: (ids) => ({ typeIds: [...ids], isOn: true }),
  unpack: ({ typeIds = [] }: NonNullable<CaseFilters['reporter']>) => typeIds,
}
const answersOf =
  (key: 'isVirtual' | 'isPrivate' | 'isOnePerson') =>
  (t: TFunction): readonly [string, string] => [t(`cases.either.${key}.yes`), t(`cases.either.${key}.no`)]

/** Every filter of the case lists, in the order of the panel; the type requires all of them. */
// biome-ignore format: a table
const rows: Readonly<Record<CaseFilterKey, Row>> = {
  narrative:            { kind: 'text' },
  statuses:             { kind: 'choices', ...statuses },
  createdFrom:          { kind: 'day' },
  createdTo:            { kind: 'day' },
  ...choices(['fields', 'grounds']),
  user:                 { kind: 'choices', ...operators },
  isVirtual:            { group: 'place',          kind: 'either', answersOf: answersOf('isVirtual') },
  ...choices(['virtualPlaces', 'placeNations', 'placeRegions', 'placeProvinces', 'placeCities'], { group: 'place' }),
  person:               { group: 'people',         kind: 'text' },
  taxCode:              { group: 'people',         kind: 'text' },
  contact:              { group: 'people',         kind: 'text' },
  organisationName:     { group: 'people',         kind: 'text' },
  vatNumber:            { group: 'people',         kind: 'text' },
  accountNickname:      { group: 'people',         kind: 'text' },
  birthDate:            { group: 'people',         kind: 'day' },
  bornFrom:             { group: 'people',         kind: 'day' },
  bornTo:               { group: 'people',         kind: 'day' },
  reporter:             { group: 'people',         kind: 'choices', list: 'reporter_type', ...reporters },
  ...choices(['sexes', 'citizenships', 'familyBackgrounds', 'nations', 'regions', 'provinces', 'cities'], { group: 'people' }),
  ...choices(['relevances', 'contexts', 'subGrounds', 'modes'], { group: 'classification' }),
  isPhysicalAggression: { group: 'classification', kind: 'either' },
  isHateCrime:          { group: 'classification', kind: 'either' },
  isPrivate:            { group: 'classification', kind: 'either', answersOf: answersOf('isPrivate') },
  isOnePerson:          { group: 'classification', kind: 'either', answersOf: answersOf('isOnePerson') },
  involvesMinors:       { group: 'classification', kind: 'either' },
  minorsCount:          { group: 'classification', kind: 'number', least: 1 },
  ...choices(['hashtags'], { group: 'classification' }),
  isLate:               { group: 'work',           kind: 'flag' },
  hasUnread:            { group: 'work',           kind: 'flag' },
  isUnassigned:         { group: 'work',           kind: 'flag' },
  needsAccommodation:   { group: 'work',           kind: 'flag' },
  isOwn:                { group: 'work',           kind: 'flag' },
  isClosingProposed:    { group: 'work',           kind: 'flag' },
  isToInform:           { group: 'work',           kind: 'flag' },
  protocolNumbers:      { group: 'work',           kind: 'codes' },
  ...choices(['channels', 'languages', 'requestTypes', 'informationSources', 'outcomes', 'judicialAuthorities', 'performedActions'], { group: 'work' }),
  eventFrom:            { group: 'dates',          kind: 'day' },
  eventTo:              { group: 'dates',          kind: 'day' },
  insertedFrom:         { group: 'dates',          kind: 'day' },
  insertedTo:           { group: 'dates',          kind: 'day' },
  enrolledFrom:         { group: 'dates',          kind: 'day' },
  enrolledTo:           { group: 'dates',          kind: 'day' },
}

const keys = Object.keys(rows) as CaseFilterKey[]

/** Searched through hashes of the text, so never in an address. */
const isSealed = (key: CaseFilterKey) => sealedFilterKeys.some((sealed) => sealed === key)

const filterOf = (key: CaseFilterKey): Filter => ({
  ...rows[key],
  wire: caseFilterNames[key],
  ...(isSealed(key) && { isSealed: true }),
})

/** The filters of a list. Only view 0 filters by operator and searches all lists. */
export const caseFiltersOf = ({ hasOperator }: { readonly hasOperator: boolean }): FilterTable<CaseListFilters> => ({
  ...Object.fromEntries(keys.filter((key) => hasOperator || key !== 'user').map((key) => [key, filterOf(key)])),
  ...(hasOperator && { isEverywhere: { kind: 'flag', wire: 'ovunque', isHidden: true } }),
})
