import { type CaseActionWord, caseActionWords } from '@portal/contract'

/** The actions in the order of a case's life. */
export const actionWords = Object.keys(caseActionWords) as readonly CaseActionWord[]

/** What cannot be taken back. */
export const irreversibleActions: readonly string[] = ['cancel'] satisfies readonly CaseActionWord[]
