import { type CaseFilters, choiceFilterKeys, choiceFilters, type PlainDate } from '@portal/contract'
import { type SealedReport, sealedReports } from '#features/reports/index.ts'
import { invalidInput } from '#platform/app-error.ts'
import type { Vault } from '#platform/protection/vault.ts'
import { nameFields } from '../record/case-names.rules.ts'

type SealedField = keyof SealedReport & string

interface SearchedFilter {
  /** The text to search for; undefined where the filter is not set. */
  readonly text: (filters: CaseFilters) => string | undefined
  readonly wire: string
  readonly fields: readonly SealedField[]
}

const rangeText = (from: PlainDate | undefined, to: PlainDate | undefined) =>
  from || to ? `${from ?? '1850-01-01'}..${to ?? '2150-12-31'}` : undefined

const phoneFields = ['phone', 'otherPhone', 'organisationPhone', 'organisationOtherPhone'] as const

/** The protected fields that each filter searches. */
// biome-ignore format: a table
const searchedFields: readonly SearchedFilter[] = [
  { wire: 'nominativo',       text: ({ person }) => person,                       fields: [...nameFields.reporter, 'contactPerson', 'legalRepresentative', ...nameFields.victim, 'offenderName'] },
  { wire: 'codice_fiscale',   text: ({ taxCode }) => taxCode,                     fields: ['reporterTaxCode', 'victimTaxCode'] },
  { wire: 'data_nascita',     text: ({ birthDate }) => birthDate,                 fields: ['birthDate', 'victimBirthDate'] },
  { wire: 'data_nascita_da',  text: ({ bornFrom, bornTo }) => rangeText(bornFrom, bornTo), fields: ['birthDate', 'victimBirthDate'] },
  { wire: 'contatto',         text: ({ contact }) => contact,                     fields: ['email', 'organisationEmail', ...phoneFields] },
  { wire: 'piva',             text: ({ vatNumber }) => vatNumber,                 fields: ['organisationVat'] },
  { wire: 'ragione_sociale',  text: ({ organisationName }) => organisationName,   fields: ['organisationName'] },
  { wire: 'account_nickname', text: ({ accountNickname }) => accountNickname,     fields: ['accountNickname'] },
  { wire: 'resoconto_fatti',  text: ({ narrative }) => narrative,                 fields: ['message'] },
]

/** The filters by a sealed choice, such as a city. */
const sealedChoices = choiceFilterKeys.filter((key) => choiceFilters[key].field.personal)

/** Search tokens of the filters on protected fields: a case must have one of every group. Throws 400 for a text that is too short. */
export function searchTokens(vault: Vault, filters: CaseFilters): string[][] {
  const texts = searchedFields.flatMap(({ text, wire, fields }) => {
    const searchText = text(filters)
    if (!searchText) return []
    const found = vault.find(sealedReports, fields, searchText)
    if (found.length === 0) throw invalidInput([{ path: `filtri.${wire}`, message: 'ricerca_troppo_corta' }])
    return found
  })
  const choices = sealedChoices.flatMap((key) => {
    const ids = filters[key] ?? []
    const fields = choiceFilters[key].fields as readonly SealedField[]
    // One choice is enough to match, so the tokens of all choices are one group.
    return ids.length > 0 ? [ids.flatMap((id) => vault.find(sealedReports, fields, String(id)).flat())] : []
  })
  return [...texts, ...choices]
}
