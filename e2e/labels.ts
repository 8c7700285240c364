import { readFileSync } from 'node:fs'
import type { CaseKey, CaseStatus } from '@portal/contract'

const read = (file: string) =>
  JSON.parse(readFileSync(new URL(`../contract/src/texts/${file}`, import.meta.url), 'utf8'))
const office = read('office/it.json')
const fields: Readonly<Record<CaseKey, string>> = { ...read('it.json').fields, ...office.caseFields }
const statuses: Readonly<Record<CaseStatus, string>> = office.caseStatuses

/** The Italian label of a field of the report or the case. */
export const labelOf = (field: CaseKey): string => fields[field]

/** The Italian name of a status. */
export const statusName = (status: CaseStatus): string => statuses[status]
