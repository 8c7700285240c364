import type { CaseFilterKey } from '@portal/contract'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#ui/button.tsx'
import { ErrorSummary } from '#ui/field/error-summary.tsx'
import { Icon } from '#ui/icon.tsx'
import { Badge } from '#ui/status-chip.tsx'
import type { CaseList } from '../list/case-lists.ts'
import { fieldId } from './case-filter-field.ts'
import { FilterField } from './case-filter-fields.tsx'
import { type FilterGroup, filterGroups, filterKeysOf, rowOf } from './case-filter-rows.ts'
import type { FilterForm } from './use-filter-form.ts'

interface Props {
  readonly id: string
  readonly list: CaseList
  readonly form: FilterForm
  readonly onSubmit: () => void
}

/** The filters at the side of a list: the simple ones first, the others folded in groups. */
export function CaseFilterPanel({ id, list, form, onSubmit }: Props) {
  const { t } = useTranslation()
  const keys = filterKeysOf(list)
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit()
  }
  return (
    <search id={id} className="case-filters" aria-label={t('cases.filterPanel.title')}>
      <h2 className="visually-hidden">{t('cases.filterPanel.title')}</h2>
      <form noValidate onSubmit={handleSubmit}>
        <ErrorSummary
          title={t('report.errorTitle')}
          errors={form.faults.map(({ key, text }) => ({
            fieldId: fieldId(key),
            text: `${t(`cases.filters.${key}`)}: ${text}`,
          }))}
          attempt={form.attempt}
        />
        {filterGroups.map((group) => (
          <Group key={group} group={group} keys={keys.filter((key) => rowOf(key).group === group)} form={form} />
        ))}
        <div className="case-filters-foot">
          <Button type="submit">{t('desk.filter')}</Button>
        </div>
      </form>
    </search>
  )
}

interface GroupProps {
  readonly group: FilterGroup
  readonly keys: readonly CaseFilterKey[]
  readonly form: FilterForm
}

function Group({ group, keys, form }: GroupProps) {
  const { faults } = form
  const fields = (
    <div className="filter-fields">
      {keys.map((key) => (
        <FilterField
          key={key}
          filterKey={key}
          draft={form.draft}
          error={faults.find((fault) => fault.key === key)?.text}
          onAnswer={form.answer}
        />
      ))}
    </div>
  )
  if (group === 'first') return fields
  const count = keys.filter((key) => form.draft[key]).length
  return (
    <FoldedGroup group={group} count={count} isFaulty={faults.some(({ key }) => keys.includes(key))}>
      {fields}
    </FoldedGroup>
  )
}

interface FoldedProps {
  readonly group: Exclude<FilterGroup, 'first'>
  /** How many of its filters are in use. */
  readonly count: number
  readonly isFaulty: boolean
  readonly children: ReactNode
}

/** Open from the start where one of its filters is in use, and as long as one of them is wrong. */
function FoldedGroup({ group, count, isFaulty, children }: FoldedProps) {
  const { t } = useTranslation()
  const [isUnfolded, setUnfolded] = useState(count > 0)
  const isOpen = isUnfolded || isFaulty
  const contentId = useId()
  return (
    <div className="filter-group">
      <h3>
        <button
          type="button"
          className="filter-fold"
          aria-expanded={isOpen}
          aria-controls={isOpen ? contentId : undefined}
          onClick={() => setUnfolded(!isOpen)}
        >
          <span>{t(`cases.filterGroups.${group}`)}</span>
          {count > 0 && (
            <Badge kind="accent" hiddenText={t('cases.filterPanel.inUse', { count })}>
              {count}
            </Badge>
          )}
          <Icon name={isOpen ? 'it-collapse' : 'it-expand'} size="xs" />
        </button>
      </h3>
      {isOpen && <div id={contentId}>{children}</div>}
    </div>
  )
}
