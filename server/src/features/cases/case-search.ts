import type { CaseFilters } from '@portal/contract'
import { sealedReports } from '#features/reports/index.ts'
import { invalidInput } from '#platform/problem.ts'
import type { Vault } from '#platform/protection/vault.ts'

/** Which filter looks into which protected fields of the report. */
// biome-ignore format: a table
const searchedFields = [
  { filter: 'person',    wire: 'nominativo',      fields: ['firstName', 'lastName', 'organisationName', 'contactPerson', 'legalRepresentative'] },
  { filter: 'birthDate', wire: 'data_nascita',    fields: ['birthDate'] },
  { filter: 'contact',   wire: 'contatto',        fields: ['email', 'organisationEmail', 'phone', 'otherPhone', 'organisationPhone', 'organisationOtherPhone'] },
  { filter: 'vatNumber', wire: 'piva',            fields: ['organisationVat'] },
  { filter: 'narrative', wire: 'resoconto_fatti', fields: ['message'] },
] as const

/** Search tokens of the filters on protected fields. */
export function searchTokens(vault: Vault, filters: CaseFilters = {}): string[][] {
  return searchedFields.flatMap(({ filter, wire, fields }) => {
    const text = filters[filter]
    if (!text) return []
    const groups = vault.find(sealedReports, fields, text)
    if (groups.length === 0) throw invalidInput([{ path: `filtri.${wire}`, message: 'ricerca_troppo_corta' }])
    return groups
  })
}
