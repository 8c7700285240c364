import { type CaseFilterKey, type ChoiceFilterKey, choiceFilters, isChoiceFilter } from '@portal/contract'
import type { TFunction } from 'i18next'
import { choiceLabel } from '../record/case-field-texts.ts'
import type { FilterGroup } from './case-filters.ts'

/** What a filter is called: in words of its own, or as the field whose choice it is. */
function filterLabel(t: TFunction, key: string): string {
  if (key === 'isEverywhere') return t('cases.chips.everywhere')
  if (!isChoiceFilter(key)) return t(`cases.filters.${key as Exclude<CaseFilterKey, ChoiceFilterKey>}`)
  const defaultValue = choiceLabel(t, choiceFilters[key].fields[0])
  return t(`cases.filters.${key as 'cities'}`, { defaultValue })
}

/** The words of the filters, wherever cases are filtered. */
export const caseFilterTexts = {
  filterLabel,
  groupLabel: (t: TFunction, group: string) => t(`cases.filterGroups.${group as FilterGroup}`),
}
