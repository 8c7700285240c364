import type { CaseStatus } from '@portal/contract'
import { textsIn } from '#platform/texts.ts'

/** A status as the office calls it. */
export const statusWord = (status: CaseStatus): string => textsIn('it')(`caseStatuses.${status}`)
