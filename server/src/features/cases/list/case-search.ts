import type { CaseFilters, PlainDate } from '@portal/contract'
import { type SealedReport, sealedReports } from '#features/reports/index.ts'
import { invalidInput } from '#platform/problem.ts'
import type { Vault } from '#platform/protection/vault.ts'

type Searched = keyof SealedReport & string

interface SearchedFilter {
  /** The text that is looked for; undefined where the filter is not in use. */
  readonly text: (filters: CaseFilters) => string | undefined
  readonly wire: string
  readonly fields: readonly Searched[]
}

const rangeText = (from: PlainDate | undefined, to: PlainDate | undefined) =>
  from || to ? `${from ?? '1850-01-01'}..${to ?? '2150-12-31'}` : undefined

const names = ['firstName', 'lastName', 'organisationName', 'contactPerson', 'legalRepresentative'] as const
const phones = ['phone', 'otherPhone', 'organisationPhone', 'organisationOtherPhone'] as const

/** Which filter looks into which protected fields. */
// biome-ignore format: a table
const searchedFields: readonly SearchedFilter[] = [
  { wire: 'nominativo',       text: ({ person }) => person,                       fields: [...names, 'victimFirstName', 'victimLastName', 'offenderName'] },
  { wire: 'codice_fiscale',   text: ({ taxCode }) => taxCode,                     fields: ['reporterTaxCode', 'victimTaxCode'] },
  { wire: 'data_nascita',     text: ({ birthDate }) => birthDate,                 fields: ['birthDate', 'victimBirthDate'] },
  { wire: 'data_nascita_da',  text: ({ bornFrom, bornTo }) => rangeText(bornFrom, bornTo), fields: ['birthDate', 'victimBirthDate'] },
  { wire: 'contatto',         text: ({ contact }) => contact,                     fields: ['email', 'organisationEmail', ...phones] },
  { wire: 'piva',             text: ({ vatNumber }) => vatNumber,                 fields: ['organisationVat'] },
  { wire: 'ragione_sociale',  text: ({ organisationName }) => organisationName,   fields: ['organisationName'] },
  { wire: 'account_nickname', text: ({ accountNickname }) => accountNickname,     fields: ['accountNickname'] },
  { wire: 'resoconto_fatti',  text: ({ narrative }) => narrative,                 fields: ['message'] },
]

/** Which filter looks for cities in which protected fields. */
const searchedCities: readonly (readonly [
  ids: (filters: CaseFilters) => readonly number[] | undefined,
  fields: readonly Searched[],
])[] = [
  [({ cities }) => cities, ['city', 'organisationCity']],
  [({ placeCities }) => placeCities, ['placeCity']],
]

/** Search tokens of the filters on protected fields: of every group a case must have one. */
export function searchTokens(vault: Vault, filters: CaseFilters): string[][] {
  const texts = searchedFields.flatMap(({ text, wire, fields }) => {
    const wanted = text(filters)
    if (!wanted) return []
    const found = vault.find(sealedReports, fields, wanted)
    if (found.length === 0) throw invalidInput([{ path: `filtri.${wire}`, message: 'ricerca_troppo_corta' }])
    return found
  })
  const cities = searchedCities.flatMap(([idsIn, fields]) => {
    const ids = idsIn(filters) ?? []
    // Any of the cities will do: their tokens are one group.
    return ids.length > 0 ? [ids.flatMap((id) => vault.find(sealedReports, fields, String(id)).flat())] : []
  })
  return [...texts, ...cities]
}
