import type { CaseStatus } from '@portal/contract'
import { textsIn } from '#platform/texts.ts'

/** The Italian label of a status. */
export const statusWord = (status: CaseStatus): string => textsIn('it')(`caseStatuses.${status}`)
