import type { CaseFilters, PlainDate } from '@portal/contract'
import { type SealedReport, sealedReports } from '#features/reports/index.ts'
import { invalidInput } from '#platform/app-error.ts'
import type { Vault } from '#platform/protection/vault.ts'

type SealedField = keyof SealedReport & string

interface SearchedFilter {
  /** The text to search for; undefined where the filter is not set. */
  readonly text: (filters: CaseFilters) => string | undefined
  readonly wire: string
  readonly fields: readonly SealedField[]
}

const rangeText = (from: PlainDate | undefined, to: PlainDate | undefined) =>
  from || to ? `${from ?? '1850-01-01'}..${to ?? '2150-12-31'}` : undefined

const names = ['firstName', 'lastName', 'organisationName', 'contactPerson', 'legalRepresentative'] as const
const phones = ['phone', 'otherPhone', 'organisationPhone', 'organisationOtherPhone'] as const

/** The protected fields that each filter searches. */
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

/** The protected fields that each filter of cities searches. */
const searchedCities: readonly (readonly [
  ids: (filters: CaseFilters) => readonly number[] | undefined,
  fields: readonly SealedField[],
])[] = [
  [({ cities }) => cities, ['city', 'organisationCity']],
  [({ placeCities }) => placeCities, ['placeCity']],
]

/** Search tokens of the filters on protected fields: a case must have one of every group. Throws 400 for a text that is too short. */
export function searchTokens(vault: Vault, filters: CaseFilters): string[][] {
  const texts = searchedFields.flatMap(({ text, wire, fields }) => {
    const searchText = text(filters)
    if (!searchText) return []
    const found = vault.find(sealedReports, fields, searchText)
    if (found.length === 0) throw invalidInput([{ path: `filtri.${wire}`, message: 'ricerca_troppo_corta' }])
    return found
  })
  const cities = searchedCities.flatMap(([idsIn, fields]) => {
    const ids = idsIn(filters) ?? []
    // One city is enough to match, so the tokens of all cities are one group.
    return ids.length > 0 ? [ids.flatMap((id) => vault.find(sealedReports, fields, String(id)).flat())] : []
  })
  return [...texts, ...cities]
}
