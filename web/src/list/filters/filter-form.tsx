import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import type { FilterForm } from '../use-filter-form.ts'
import { filterAt, shownKeys } from './filter.ts'
import { draftOf, filtersOf, withAnswer } from './filter-draft.ts'
import { FilterField, type LabelledFilters } from './filter-field.tsx'

interface FormProps {
  readonly list: LabelledFilters
  readonly form: FilterForm
  /** The button that opens the fields on narrow screens. */
  readonly openText: string
  /** Open from the start on narrow screens too: something is being looked for. */
  readonly isInUse: boolean
}

/** The fields that narrow a list, side by side, the wide ones last; on narrow screens behind a button. */
export function FilterFormAbove({ list, form, openText, isInUse }: FormProps) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(isInUse)
  const isWide = (key: string) => Number(filterAt(list, key).kind === 'boxes')
  const keys = shownKeys(list).sort((one, other) => isWide(one) - isWide(other))
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    form.submit()
  }
  return (
    <search className="filters">
      <Button
        variant="secondary"
        className="filters-toggle"
        icon="it-search"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {openText}
      </Button>
      <form noValidate className={classNames('filters-form', isOpen && 'filters-open')} onSubmit={handleSubmit}>
        {keys.map((key) => (
          <FilterField
            key={key}
            list={list}
            draft={form.draft}
            errors={form.errors}
            filterKey={key}
            onAnswer={form.answer}
          />
        ))}
        <div className="filters-actions">
          <Button type="submit">{t('desk.filter')}</Button>
          <Button variant="quiet" onClick={form.reset}>
            {t('desk.reset')}
          </Button>
        </div>
      </form>
    </search>
  )
}

interface AtOnceProps extends Pick<FormProps, 'list'>, Pick<FilterForm, 'errors'> {
  readonly filters: object
  readonly onNarrow: (filters: object) => void
}

/** A few filters that narrow the list as soon as they are answered. */
export function FiltersAtOnce({ list, errors, filters, onNarrow }: AtOnceProps) {
  const draft = draftOf(list, filters)
  return shownKeys(list).map((key) => (
    <FilterField
      key={key}
      list={list}
      draft={draft}
      errors={errors}
      filterKey={key}
      onAnswer={(_key, text) => onNarrow(filtersOf(list, withAnswer(list, draft, key, text)))}
    />
  ))
}
