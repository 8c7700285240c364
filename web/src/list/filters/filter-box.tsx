import type { TFunction } from 'i18next'
import { type RefObject, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { shortcut } from '#lib/backoffice/desk-keys.ts'
import { OptionList, useCombobox } from '#ui/field/combobox.tsx'
import { Icon } from '#ui/icon.tsx'
import { useFilterOptions } from './choices-filter.tsx'
import { choicesIn, type Filter, type FilterOption, filterAt, shownKeys } from './filter.ts'
import { errorsOf, type FilterDraft, type InvalidFilter, withAnswer } from './filter-draft.ts'
import type { LabelledFilters } from './filter-field.tsx'
import { isTyped, type Offer, type OfferSource, offersFor, scopeIn, scopeText } from './filter-offers.ts'
import { useAnswers } from './filter-views.tsx'

/** What a chip asks of the box. */
export interface FilterBoxHandle {
  /** Shows the values of a filter, or its text. */
  readonly edit: (key: string) => void
  readonly focus: () => void
}

interface Props {
  readonly list: LabelledFilters
  readonly draft: FilterDraft
  readonly onAnswer: (key: string, text: string) => void
  readonly handle: RefObject<FilterBoxHandle | null>
}

/** A filter that is typed: its name and value are searched in all filters, Enter or a click adds it to the list at once. */
export function FilterBox({ list, draft, onAnswer, handle }: Props) {
  const { t } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState(empty)
  const [{ offers, hint }, setFound] = useState(nothing)
  const box = useCombobox<Offer>({
    options: offers,
    text: typed.text,
    onText: (text) => setTyped({ ...typed, text }),
    onChoose: ({ key, text, answer }, isByKey) => {
      if (answer === undefined) setTyped({ text: scopeText(text), isEditing: false })
      else {
        onAnswer(key, answer)
        if (!typed.isEditing) setTyped(empty)
      }
      // The list stays for the mouse, and for the other values of a chip; the keyboard types on.
      return answer === undefined || typed.isEditing || !isByKey
    },
    onClose: () => setTyped(empty),
  })
  useImperativeHandle(handle, () => ({
    focus: () => input.current?.focus(),
    edit: (key) => {
      const isText = isTyped({ filter: filterAt(list, key) })
      setTyped({ text: `${scopeText(list.filterLabel(t, key))}${isText ? (draft[key] ?? '') : ''}`, isEditing: true })
      box.open()
      input.current?.focus()
    },
  }))
  return (
    <div className="filter-box combobox">
      <Icon name="it-plus" size="xs" />
      <input
        ref={input}
        {...shortcut('filter')}
        {...box.inputProps}
        aria-label={t('list.filters.add')}
        placeholder={t('list.filters.addShort')}
        title={t('list.filters.addHint')}
        maxLength={200}
      />
      {box.isOpen && <OfferSearch list={list} draft={draft} typed={typed.text} onFound={setFound} />}
      <OptionList
        box={box}
        label={t('list.filters.title')}
        status={hint}
        isStatusShown
        isMultiple
        className="options-below options-in-columns"
      />
    </div>
  )
}

const empty = { text: '', isEditing: false }

interface Found {
  readonly offers: readonly Offer[]
  readonly hint?: string | undefined
}
const nothing: Found = { offers: [] }

interface SearchProps extends Pick<Props, 'list' | 'draft'> {
  readonly typed: string
  readonly onFound: (found: Found) => void
}

/** Searches all filters. A part of its own: what they choose from is fetched only once the box is open. */
function OfferSearch({ list, draft, typed, onFound }: SearchProps) {
  const { t } = useTranslation()
  const sources = useSources(list, draft)
  const errorOf = (key: string, text: string) =>
    errorsOf(list, withAnswer(list, draft, key, text)).find((error) => error.key === key)
  const offers = offersFor(sources, typed, (key, text) => !errorOf(key, text))
  const hint = hintOf({ t, list, draft, scope: scopeIn(sources, typed), errorOf, isEmpty: offers.length === 0 })
  const found = JSON.stringify({ offers, hint })
  useLayoutEffect(() => onFound(JSON.parse(found)), [found, onFound])
  return null
}

interface HintNeeds extends Pick<Props, 'list' | 'draft'> {
  readonly t: TFunction
  readonly scope: ReturnType<typeof scopeIn>
  readonly errorOf: (key: string, text: string) => InvalidFilter | undefined
  readonly isEmpty: boolean
}

/** What the box needs before it can offer something: another filter first, a date, other letters. */
function hintOf({ t, list, draft, scope, errorOf, isEmpty }: HintNeeds): string | undefined {
  if (!scope) return isEmpty ? t('list.filters.noOffer') : undefined
  const { source, rest } = scope
  const { key, filter } = source
  if (filter.parent && !draft[filter.parent])
    return t('list.filters.parentFirst', { name: list.filterLabel(t, filter.parent) })
  if (!isTyped(source)) return isEmpty ? t('list.filters.noOffer') : undefined
  const error = rest === '' ? undefined : errorOf(key, rest)
  if (error) return t(`messages.${error.message}`)
  return filter.hintOf?.(t) ?? t(filter.kind === 'day' ? 'list.filters.writeDay' : 'list.filters.write')
}

/** The filters that have a field, with their values; those of a filter under another once that one is set. */
function useSources(list: LabelledFilters, draft: FilterDraft): OfferSource[] {
  const { t } = useTranslation()
  return shownKeys(list).map((key) => {
    const filter = filterAt(list, key)
    const options = readValues(filter, draft[key] ?? '', (filter.parent && draft[filter.parent]) || '')
    return { key, label: list.filterLabel(t, key), filter, text: draft[key] ?? '', options }
  })
}

function useValues(filter: Filter, text: string, parentText: string): readonly FilterOption[] {
  const parents = choicesIn(parentText)
  const options = useFilterOptions(filter, parents, choicesIn(text))
  const [yes, no] = useAnswers(filter)
  if (filter.kind === 'flag') return [{ id: '1', label: '' }]
  if (filter.kind === 'either')
    return [
      { id: '1', label: yes },
      { id: '0', label: no },
    ]
  return filter.parent ? options.filter(({ parentId }) => parents.some((one) => one === parentId)) : options
}

/** The hook, for a walk through the filters: those of a list are constant, so its calls come in one order. */
const readValues = useValues
