import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { deskPlace, readFromTab, writeToTab } from '#lib/drafts/tab-store.ts'
import { useMedia } from '#lib/page/use-media.ts'
import { Button } from '#ui/button.tsx'
import { focusById } from '#ui/focus-by-id.ts'
import { Icon } from '#ui/icon.tsx'
import { Badge } from '#ui/status-chip.tsx'
import { type List, type ListRow, listTitleId } from '../list.ts'
import type { FilterForm } from '../use-filter-form.ts'
import { filterAt, shownKeys } from './filter.ts'
import { FilterErrors, FilterField, type LabelledFilters } from './filter-field.tsx'

interface Props {
  readonly id: string
  readonly list: LabelledFilters
  readonly form: FilterForm
  readonly onSubmit: () => void
}

/** The filters at the side of a list: the simple ones first, the others folded in groups. */
export function FilterPanel({ id, list, form, onSubmit }: Props) {
  const { t } = useTranslation()
  const shown = shownKeys(list)
  const groupAt = (key: string) => filterAt(list, key).group
  const groups = [...new Set(shown.map(groupAt))]
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit()
  }
  return (
    <search id={id} className="filter-panel" aria-label={t('list.filters.title')}>
      <h2 className="visually-hidden">{t('list.filters.title')}</h2>
      <form noValidate onSubmit={handleSubmit}>
        <FilterErrors list={list} form={form} />
        {groups.map((group) => (
          <Group key={group ?? ''} {...{ list, group, form }} keys={shown.filter((key) => groupAt(key) === group)} />
        ))}
        <div className="filter-panel-foot">
          <Button type="submit">{t('desk.filter')}</Button>
        </div>
      </form>
    </search>
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
        <FilterField key={key} {...{ list, draft, errors }} filterKey={key} onAnswer={answer} />
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
  readonly children: ReactNode
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

export type PanelOf = Pick<List<ListRow, object>, 'name' | 'panelRoom' | 'opensFilters'>

/**
 * Whether the filters are on show. Until somebody says otherwise they are where they leave room for every column; what was
 * said last holds for all lists of one name in the tab.
 */
export function usePanelFold({ name, panelRoom = '100rem', opensFilters }: PanelOf) {
  const place = deskPlace(`${name}Filters`)
  const leavesRoom = useMedia(`(min-width: ${panelRoom})`)
  const standsBeside = useMedia('(min-width: 80rem)')
  const [choice, setChoice] = useState(() => readFromTab<boolean>(place))
  const isOpen = choice ?? (opensFilters ? standsBeside : leavesRoom)
  const choose = (isShown: boolean) => {
    writeToTab(place, isShown)
    setChoice(isShown)
  }
  return {
    isOpen,
    leavesRoom,
    toggle: () => choose(!isOpen),
    /** On a narrow screen the filters stand above the list: they make room for what was found. */
    closeWhereInTheWay: () => {
      if (standsBeside) return
      choose(false)
      focusById(listTitleId)
    },
  }
}
