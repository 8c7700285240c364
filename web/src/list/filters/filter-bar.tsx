import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#ui/button.tsx'
import type { Elements } from '#ui/elements.tsx'
import type { useNarrowing } from '../use-filter-form.ts'
import { filterAt, filterKeys, shownKeys } from './filter.ts'
import { FilterBox, type FilterBoxHandle } from './filter-box.tsx'
import { FilterChips } from './filter-chips.tsx'
import { draftOf, filtersOf, withAnswer } from './filter-draft.ts'
import { FilterDrawer } from './filter-drawer.tsx'
import type { LabelledFilters } from './filter-field.tsx'

interface Props {
  readonly list: LabelledFilters
  readonly narrowing: Pick<ReturnType<typeof useNarrowing>, 'form' | 'narrow' | 'reset'>
  readonly filters: object
  /** Further buttons. */
  readonly children?: Elements
}

/** The filters of a page in one line above what they narrow, each applied at once; a form of all of them opens at the side. */
export function FilterBar({ list, narrowing: { form, narrow, reset }, filters, children }: Props) {
  const { t } = useTranslation()
  const [isDrawerOpen, setDrawerOpen] = useState(false)
  const box = useRef<FilterBoxHandle>(null)
  const draft = draftOf(list, filters)
  // Who types fast gives the second filter before the page has the first.
  const latest = useRef(draft)
  const shown = JSON.stringify(draft)
  useEffect(() => {
    latest.current = JSON.parse(shown)
  }, [shown])
  if (shownKeys(list).length === 0) return null
  const handleAnswer = (key: string, text: string) => {
    latest.current = withAnswer(list, latest.current, key, text)
    narrow(filtersOf(list, latest.current))
  }
  const handleRemove = (key: string) => {
    handleAnswer(key, '')
    // What was pressed disappears with its filter.
    box.current?.focus()
  }
  return (
    <search className="filter-bar" aria-label={t('list.filters.title')}>
      <FilterBox list={list} draft={draft} onAnswer={handleAnswer} handle={box} />
      <Button variant="quiet" size="sm" icon="it-funnel" onClick={() => setDrawerOpen(true)}>
        {t('list.filters.all')}
      </Button>
      <FilterChips
        list={list}
        draft={draft}
        errors={form.errors}
        onEdit={(key) => box.current?.edit(key)}
        onRemove={handleRemove}
      />
      {filterKeys(list).some((key) => draft[key] && !filterAt(list, key).isFixed) && (
        <Button variant="quiet" size="sm" onClick={reset}>
          {t('desk.reset')}
        </Button>
      )}
      {children}
      {isDrawerOpen && <FilterDrawer list={list} form={form} onClose={() => setDrawerOpen(false)} />}
    </search>
  )
}
