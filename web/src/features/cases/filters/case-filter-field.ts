import type { CaseFilterKey } from '@portal/contract'
import type { FilterDraft } from './case-filter-draft.ts'

export interface FilterFieldProps {
  readonly filterKey: CaseFilterKey
  readonly draft: FilterDraft
  readonly error?: string | undefined
  readonly onAnswer: (key: CaseFilterKey, text: string) => void
}

export const fieldId = (key: CaseFilterKey) => `filter-${key}`
