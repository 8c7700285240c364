import { type FormEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { deskPlace, readFromTab, writeToTab } from '#lib/drafts/tab-store.ts'
import { useMedia } from '#lib/page/use-media.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import type { Elements } from '#ui/elements.tsx'
import { Alert } from '#ui/feedback/alert.tsx'
import { focusById } from '#ui/focus-by-id.ts'
import { Icon } from '#ui/icon.tsx'
import { type List, type ListRow, listTitleId } from '../list.ts'
import type { FilterForm, useNarrowing } from '../use-filter-form.ts'
import { filterAt, shownKeys } from './filter.ts'
import { FilterChips } from './filter-chips.tsx'
import { FilterErrors, FilterField, type LabelledFilters } from './filter-field.tsx'

const panelId = 'filter-panel'

interface Props {
  readonly page: LabelledFilters & PanelOf
  readonly narrowing: Pick<ReturnType<typeof useNarrowing>, 'form' | 'filterCount' | 'narrowFromList'>
  readonly filters: object
  /** The head of the page, around the button that opens the filters. */
  readonly head: (toggle: Elements) => Elements
  /** Between the head and the panel. */
  readonly intro?: Elements
  /** After the chips. */
  readonly chipActions?: Elements
  /** What the filters narrow; the panel may take the room of some columns. */
  readonly children: (isNarrow: boolean) => Elements
}

/** A page whose filters stand in a panel at its side, with chips that say which of them hold. */
export function PanelFrame({ page, narrowing, filters, head, intro, chipActions, children }: Props) {
  const { t } = useTranslation()
  const { form, filterCount, narrowFromList } = narrowing
  const fold = usePanelFold(page)
  const isOpen = fold.isOpen || form.errors.length > 0
  const handleSubmit = () => {
    if (form.submit()) fold.closeWhereInTheWay()
  }
  return (
    <>
      {head(
        <Button
          variant="secondary"
          icon="it-funnel"
          aria-expanded={isOpen}
          aria-controls={isOpen ? panelId : undefined}
          onClick={fold.toggle}
        >
          <span>{t('list.filters.title')}</span>
          {filterCount > 0 && (
            <Badge kind="accent" hiddenText={t('list.filters.inUse', { count: filterCount })}>
              {filterCount}
            </Badge>
          )}
        </Button>,
      )}
      {intro}
      <div className={classNames('list-body', isOpen && 'list-with-panel')}>
        {isOpen && <FilterPanel id={panelId} list={page} form={form} onSubmit={handleSubmit} />}
        <div className="list-rows">
          <FilterChips list={page} filters={filters} onNarrow={narrowFromList}>
            {chipActions}
          </FilterChips>
          {children(isOpen && !fold.leavesRoom)}
        </div>
      </div>
    </>
  )
}

interface ForgottenProps {
  readonly isForgotten: boolean
  readonly text: string | undefined
}

/** The address names words that this tab does not remember any more. */
export const ForgottenWords = ({ isForgotten, text }: ForgottenProps) =>
  isForgotten && <Alert kind="info">{text}</Alert>

interface PanelProps {
  readonly id: string
  readonly list: LabelledFilters
  readonly form: FilterForm
  readonly onSubmit: () => void
}

/** The filters at the side of a list: the simple ones first, the others folded in groups. */
function FilterPanel({ id, list, form, onSubmit }: PanelProps) {
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

type PanelOf = Pick<List<ListRow, object>, 'name' | 'panelRoom' | 'opensFilters'>

/**
 * Whether the filters are on show. Until somebody says otherwise they are where they leave room for every column; what was
 * said last holds for all lists of one name in the tab.
 */
function usePanelFold({ name, panelRoom = '100rem', opensFilters }: PanelOf) {
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
