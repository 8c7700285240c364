import {
  defaults,
  getRegistryFilters,
  listPeople,
  type OrganisationFilters,
  type PersonDetailRow,
  type PersonFilters,
  paths,
  type ReferenceItem,
  searchPlaces,
} from '@portal/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { call } from '#lib/api/call.ts'
import type { FilterOption, FilterTable } from '#list/filters/filter.ts'
import { fromSearch } from '#list/from-endpoint.ts'
import type { ListSource } from '#list/list.ts'

/** The group of a filter in the panel; simple filters come first and have none. */
export type FilterGroup = 'birth' | 'contacts' | 'place'

const choicesQuery = queryOptions({
  queryKey: ['reference', 'registryFilters'],
  queryFn: () => call(getRegistryFilters, {}),
  staleTime: Number.POSITIVE_INFINITY,
  refetchOnReconnect: true,
  meta: { isReference: true },
})

const noItems: readonly ReferenceItem[] = []
const optionsOf = (items: readonly ReferenceItem[] = noItems, parentId?: number): FilterOption[] =>
  items.map(({ id, label }) => ({ id: String(id), label, ...(parentId && { parentId: String(parentId) }) }))

/** Italia is the first nation: most records are from there. */
function useNations() {
  const { nations = noItems } = useQuery(choicesQuery).data ?? {}
  const isHome = ({ id }: ReferenceItem) => id === defaults.nationId
  return optionsOf([...nations.filter(isHome), ...nations.filter((nation) => !isHome(nation))])
}

/** Only Italia has regions in the lists. */
const useRegions = () => optionsOf(useQuery(choicesQuery).data?.regions, defaults.nationId)

const text = { kind: 'text', isSealed: true } as const
const words = {
  ...text,
  wire: 'parole',
  maxLength: 200,
  hintOf: (t: TFunction) => t('registry.filters.wordsHint'),
} as const
const inPlace = { group: 'place', kind: 'choice' } as const

// biome-ignore format: a table
const area = {
  nation:   { ...inPlace, wire: 'id_nazione',   useOptions: useNations },
  region:   { ...inPlace, wire: 'id_regione',   useOptions: useRegions, parent: 'nation' },
  province: { ...inPlace, wire: 'id_provincia', list: 'province',       parent: 'region' },
  city:     { ...inPlace, wire: 'id_citta',     list: 'city',           parent: 'province' },
} as const satisfies FilterTable<OrganisationFilters>

// biome-ignore format: a table
const contacts = {
  email: { ...text, wire: 'email',    group: 'contacts', maxLength: 254 },
  phone: { ...text, wire: 'telefono', group: 'contacts', maxLength: 40 },
} as const satisfies FilterTable<OrganisationFilters>

/** The filters of people. Those that identify a person must not be in an address; places may. */
// biome-ignore format: a table
const personFilters: FilterTable<PersonFilters> = {
  words,
  taxCode:  { ...text, wire: 'codice_fiscale', maxLength: 20 },
  bornFrom: { kind: 'day', wire: 'data_nascita_da', group: 'birth', isSealed: true },
  bornTo:   { kind: 'day', wire: 'data_nascita_a',  group: 'birth', isSealed: true, notBefore: 'bornFrom' },
  ...contacts,
  place:    { ...inPlace, wire: 'tipo_luogo', names: { birth: searchPlaces.birth }, nameOf: (t) => t('registry.places.birth'), noneOf: (t) => t('registry.places.residence') },
  ...area,
}

/** Where the people of the registry are, and how they are read. */
export const people: ListSource<PersonDetailRow, PersonFilters> = {
  ...fromSearch(listPeople),
  queryKey: ['registry', 'list', 'person'],
  path: paths.personList,
  filters: personFilters,
  hasSizes: true,
}

/** The filters of legal persons. */
// biome-ignore format: a table
export const organisationFilters: FilterTable<OrganisationFilters> = {
  words,
  vat:   { ...text, wire: 'piva', maxLength: 20 },
  ...contacts,
  ...area,
}
