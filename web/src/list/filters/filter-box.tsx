import type { TFunction } from 'i18next'
import {
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useId,
  useImperativeHandle,
  useRef,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import { shortcut } from '#lib/backoffice/desk-keys.ts'
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
  const listId = useId()
  const input = useRef<HTMLInputElement>(null)
  const offers = useRef<readonly Offer[]>([])
  const box = useBoxState()
  useImperativeHandle(handle, () => ({
    focus: () => input.current?.focus(),
    edit: (key) => {
      const isText = isTyped({ filter: filterAt(list, key) })
      box.type(`${scopeText(list.filterLabel(t, key))}${isText ? (draft[key] ?? '') : ''}`, true)
      input.current?.focus()
    },
  }))
  const choose = (offer: Offer | undefined, isByKey: boolean) => {
    if (!offer) return
    if (offer.answer === undefined) box.type(scopeText(offer.label))
    else {
      onAnswer(offer.key, offer.answer)
      box.chosen(isByKey)
    }
  }
  const handleKey = (event: KeyboardEvent) => {
    const act = new Map([
      ['ArrowDown', () => (box.isOpen ? box.move(1, offers.current.length) : box.open())],
      ['ArrowUp', () => box.move(-1, offers.current.length)],
      ['Enter', () => (box.isOpen ? choose(offers.current[box.active], true) : box.open())],
      ['Escape', box.isOpen || box.text !== '' ? box.close : undefined],
    ]).get(event.key)
    if (!act) return
    event.preventDefault()
    event.stopPropagation()
    act()
  }
  const handleBlur = (event: FocusEvent) => {
    if (!event.currentTarget.contains(event.relatedTarget)) box.close()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: watches over the field and its list
    <div className="filter-box" onBlur={handleBlur}>
      <Icon name="it-plus" size="xs" />
      <input
        ref={input}
        {...shortcut('filter')}
        type="text"
        role="combobox"
        className="form-control"
        aria-label={t('list.filters.add')}
        placeholder={t('list.filters.addShort')}
        title={t('list.filters.addHint')}
        aria-expanded={box.isOpen}
        aria-controls={box.isOpen ? listId : undefined}
        aria-activedescendant={box.isOpen ? `${listId}-${box.active}` : undefined}
        aria-autocomplete="list"
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        value={box.text}
        onChange={({ target }) => box.type(target.value, box.isEditing)}
        onClick={box.open}
        onKeyDown={handleKey}
      />
      {box.isOpen && (
        <OfferList
          id={listId}
          list={list}
          draft={draft}
          typed={box.text}
          active={box.active}
          found={offers}
          onChoose={(offer) => choose(offer, false)}
        />
      )}
    </div>
  )
}

const closed = { text: '', isOpen: false, active: 0, isEditing: false }

/** What stands in the box, and which line of its list is the active one. */
function useBoxState() {
  const [state, setState] = useState(closed)
  return {
    ...state,
    open: () => setState({ ...state, isOpen: true, active: 0 }),
    close: () => setState(closed),
    type: (text: string, isEditing = false) => setState({ text, isOpen: true, active: 0, isEditing }),
    move: (step: 1 | -1, count: number) =>
      setState({ ...state, active: count === 0 ? 0 : (state.active + step + count) % count }),
    /** The list stays open for the mouse, and for the other values of a chip; the keyboard types on. */
    chosen: (isByKey: boolean) => setState(state.isEditing ? state : { ...closed, isOpen: !isByKey }),
  }
}

interface OfferListProps extends Pick<Props, 'list' | 'draft'> {
  readonly id: string
  readonly typed: string
  readonly active: number
  /** Is given the lines on show. */
  readonly found: RefObject<readonly Offer[]>
  readonly onChoose: (offer: Offer) => void
}

function OfferList({ id, list, draft, typed, active, found, onChoose }: OfferListProps) {
  const { t } = useTranslation()
  const sources = useSources(list, draft)
  const errorOf = (key: string, text: string) =>
    errorsOf(list, withAnswer(list, draft, key, text)).find((error) => error.key === key)
  const offers = offersFor(sources, typed, (key, text) => !errorOf(key, text))
  const hint = hintOf({ t, list, draft, scope: scopeIn(sources, typed), errorOf, isEmpty: offers.length === 0 })
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    found.current = offers
    element.current?.querySelector('[aria-current]')?.scrollIntoView?.({ block: 'nearest' })
  })
  return (
    <div className="filter-offers" onPointerDown={(event) => event.preventDefault()}>
      {hint && (
        <p className="filter-hint" role="status">
          {hint}
        </p>
      )}
      <div ref={element} id={id} role="listbox" aria-label={t('list.filters.title')} aria-multiselectable="true">
        {offers.map((offer, place) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field that owns the list
          <div
            key={offer.id}
            id={`${id}-${place}`}
            role="option"
            tabIndex={-1}
            className="filter-offer"
            aria-selected={offer.isChosen}
            aria-current={place === active || undefined}
            onClick={() => onChoose(offer)}
          >
            <bdi>{offer.label}</bdi>
            {offer.isChosen && <Icon name="it-check" size="xs" />}
          </div>
        ))}
      </div>
    </div>
  )
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
