import { type FormEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import type { Elements } from '#ui/elements.tsx'
import { Modal } from '#ui/feedback/modal.tsx'
import { Icon } from '#ui/icon.tsx'
import type { FilterForm } from '../use-filter-form.ts'
import { filterAt, shownKeys } from './filter.ts'
import { FilterErrors, FilterField, type LabelledFilters } from './filter-field.tsx'

interface Props {
  readonly list: LabelledFilters
  readonly form: FilterForm
  readonly onClose: () => void
}

/** All filters of a list in a form at its side: the simple ones first, the others folded in groups. */
export function FilterDrawer({ list, form, onClose }: Props) {
  const { t } = useTranslation()
  const shown = shownKeys(list)
  const groupAt = (key: string) => filterAt(list, key).group
  const groups = [...new Set(shown.map(groupAt))]
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (form.submit()) onClose()
  }
  return (
    <Modal title={t('list.filters.all')} drawer="start" onClose={onClose} closeText={t('site.close')}>
      <form className="filter-panel" noValidate onSubmit={handleSubmit}>
        <FilterErrors list={list} form={form} />
        {groups.map((group) => (
          <Group
            key={group ?? ''}
            list={list}
            group={group}
            form={form}
            keys={shown.filter((key) => groupAt(key) === group)}
          />
        ))}
        <div className="filter-panel-foot">
          <Button type="submit">{t('desk.filter')}</Button>
        </div>
      </form>
    </Modal>
  )
}

interface GroupProps {
  readonly list: LabelledFilters
  readonly group: string | undefined
  readonly keys: readonly string[]
  readonly form: FilterForm
}

function Group({ list, group, keys, form: { draft, errors, answer } }: GroupProps) {
  const { t } = useTranslation()
  const fields = (
    <div className="filter-fields">
      {keys.map((key) => (
        <FilterField key={key} list={list} draft={draft} errors={errors} filterKey={key} onAnswer={answer} />
      ))}
    </div>
  )
  if (group === undefined) return fields
  const count = keys.filter((key) => draft[key]).length
  return (
    <FoldedGroup
      label={list.groupLabel?.(t, group) ?? group}
      count={count}
      hasErrors={errors.some(({ key }) => keys.includes(key))}
    >
      {fields}
    </FoldedGroup>
  )
}

interface FoldedProps {
  readonly label: string
  /** How many of its filters are in use. */
  readonly count: number
  readonly hasErrors: boolean
  readonly children: Elements
}

/** Open from the start where one of its filters is in use, and as long as one of them is wrong. */
function FoldedGroup({ label, count, hasErrors, children }: FoldedProps) {
  const { t } = useTranslation()
  const [isUnfolded, setUnfolded] = useState(count > 0)
  const isOpen = isUnfolded || hasErrors
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
          <span>{label}</span>
          {count > 0 && (
            <Badge kind="accent" hiddenText={t('list.filters.inUse', { count })}>
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
