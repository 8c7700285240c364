import { type ChangeEvent, type KeyboardEvent, useEffect, useId, useState } from 'react'
import { classNames } from '../class-names.ts'
import { Icon } from '../icon.tsx'

/** A line of the list of a combobox. */
export interface Option {
  /** Unique in its list, without spaces. */
  readonly id: string
  readonly text: string
  /** What tells it apart from others. */
  readonly note?: string | undefined
  /** The heading that it stands under. */
  readonly group?: string | undefined
  /** Why it is disabled; undefined while it is enabled. */
  readonly disabledReason?: string | undefined
  /** The keys that do the same. */
  readonly keys?: string | undefined
  /** In a list of which several are chosen: whether it is one of them. */
  readonly isChosen?: boolean | undefined
}

/** Without case and accents. */
const wordsIn = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

/** Whether each typed word begins a word of the text. */
export function matches(text: string, typed: string): boolean {
  const words = wordsIn(text)
  return wordsIn(typed).every((start) => words.some((word) => word.startsWith(start)))
}

/** The options of which text or note has what is typed, in their order. */
export const matching = <O extends Option>(options: readonly O[], typed: string): readonly O[] =>
  options.filter(({ text, note = '' }) => matches(`${text} ${note}`, typed))

/** How many options a key moves by: arrows from end to start and back. */
const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: 5, PageUp: -5 }

interface Needs<O extends Option> {
  readonly options: readonly O[]
  readonly text: string
  readonly onText: (text: string) => void
  /** Returns whether the list stays open. */
  readonly onChoose: (option: O, isByKey: boolean) => boolean
  /** The list closes without a choice: Escape, or the focus leaves. */
  readonly onClose?: () => void
  /** When the list is open, beside after typing, a click and an arrow. */
  readonly opens?: 'onFocus' | 'always'
  /** Whether Tab chooses the active option and goes on. */
  readonly choosesOnTab?: true
}

/**
 * A field with a list of options (a combobox with a list, WAI-ARIA 1.2): the focus stays in the field, the first option is the active
 * one, arrows move, Enter chooses, Escape closes the list before anything around it. Home and End are of the text, and keys that an
 * input method composes with are its own.
 */
export function useCombobox<O extends Option>(needs: Needs<O>) {
  const { options, text, onText, onChoose, onClose, opens, choosesOnTab } = needs
  const listId = useId()
  const [state, setState] = useState<{ readonly isOpened: boolean; readonly activeId?: string | undefined }>(closed)
  const isOpen = state.isOpened || opens === 'always'
  const at = Math.max(
    options.findIndex(({ id }) => id === state.activeId),
    0,
  )
  const active = isOpen ? options[at] : undefined
  const idOf = ({ id }: O) => `${listId}-${id}`
  const activeElementId = active && idOf(active)
  useEffect(() => {
    if (activeElementId) document.getElementById(activeElementId)?.scrollIntoView?.({ block: 'nearest' })
  }, [activeElementId])
  const open = () => {
    if (!isOpen) setState(opened)
  }
  const close = () => {
    setState(closed)
    onClose?.()
  }
  const choose = (option: O, isByKey = false) => {
    if (option.disabledReason !== undefined) return
    setState({ isOpened: onChoose(option, isByKey), activeId: option.id })
  }
  const chooseActive = () => active && choose(active, true)
  const whileOpen: Readonly<Partial<Record<string, () => void>>> = {
    Enter: chooseActive,
    Escape: opens === 'always' ? undefined : close,
  }
  const actionOf = (key: string) => {
    if (!isOpen) return openingKeys.has(key) ? open : undefined
    const step = steps[key]
    if (step === undefined) return whileOpen[key]
    const { length } = options
    const isRound = Math.abs(step) === 1
    const next = isRound ? (at + step + length) % length : Math.min(Math.max(at + step, 0), length - 1)
    return () => setState({ isOpened: true, activeId: options[next]?.id })
  }
  const handleKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Tab' && choosesOnTab) chooseActive()
    const isHeld = event.ctrlKey || event.metaKey || event.altKey || event.shiftKey
    const act = isHeld ? undefined : actionOf(event.key)
    if (!act) return
    event.preventDefault()
    event.stopPropagation()
    act()
  }
  return {
    options,
    isOpen,
    active,
    listId,
    idOf,
    open,
    choose,
    inputProps: {
      type: 'text',
      role: 'combobox',
      className: 'form-control',
      autoComplete: 'off',
      spellCheck: false,
      dir: 'auto',
      'aria-expanded': isOpen && options.length > 0,
      'aria-controls': listId,
      'aria-autocomplete': 'list',
      'aria-activedescendant': activeElementId,
      value: text,
      onChange: ({ target }: ChangeEvent<HTMLInputElement>) => {
        setState(opened)
        onText(target.value)
      },
      onClick: open,
      onFocus: opens === 'onFocus' ? open : undefined,
      onBlur: close,
      onKeyDown: handleKey,
    } as const,
  }
}
const openingKeys: ReadonlySet<string> = new Set(['ArrowDown', 'ArrowUp'])
const closed = { isOpened: false }
const opened = { isOpened: true }

interface ListProps<O extends Option> {
  readonly box: Pick<ReturnType<typeof useCombobox<O>>, 'options' | 'isOpen' | 'active' | 'listId' | 'idOf' | 'choose'>
  readonly label: string
  /** Spoken: how many options there are, or why there are none; in sight only where there are none, unless it is to be seen always. */
  readonly status?: string | undefined
  readonly isStatusShown?: boolean
  /** Whether several options are chosen at a time. */
  readonly isMultiple?: true | undefined
  /** In place of the list that opens below the field. */
  readonly className?: string
}

/** The options of a combobox in their groups, and what is said of them. */
export function OptionList<O extends Option>({ box, label, status = '', isMultiple, ...look }: ListProps<O>) {
  const { isStatusShown = box.options.length === 0, className = 'options-below' } = look
  const options = box.isOpen ? box.options : []
  const isShown = options.length > 0 || (box.isOpen && isStatusShown && status !== '')
  const groups = [...new Set(options.map(({ group }) => group))]
  const listed = (group: string | undefined) =>
    options
      .filter((option) => option.group === group)
      .map((option) => <OptionLine key={option.id} box={box} option={option} isMultiple={isMultiple} />)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a press must not take the focus from the field
    <div className={isShown ? className : 'visually-hidden'} onMouseDown={(event) => event.preventDefault()}>
      <p role="status" className={classNames('options-status', !isStatusShown && 'visually-hidden')}>
        {box.isOpen && status}
      </p>
      <div
        id={box.listId}
        role="listbox"
        className="options"
        aria-label={label}
        aria-multiselectable={isMultiple}
        hidden={options.length === 0}
      >
        {groups.map((group, index) =>
          group === undefined ? (
            listed(group)
          ) : (
            // biome-ignore lint/a11y/useSemanticElements: a group of options
            <div key={group} role="group" aria-labelledby={`${box.listId}-group-${index}`}>
              <div id={`${box.listId}-group-${index}`} className="options-title" role="presentation">
                {group}
              </div>
              {listed(group)}
            </div>
          ),
        )}
      </div>
    </div>
  )
}

interface LineProps<O extends Option> extends Pick<ListProps<O>, 'box' | 'isMultiple'> {
  readonly option: O
}

function OptionLine<O extends Option>({ box: { active, idOf, choose }, option, isMultiple }: LineProps<O>) {
  const { text, note, disabledReason, keys, isChosen = false } = option
  const isActive = option.id === active?.id
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys are handled in the field, which keeps the focus
    // biome-ignore lint/a11y/useFocusableInteractive: see above
    <div
      id={idOf(option)}
      role="option"
      className={classNames('option', isActive && 'option-active')}
      aria-selected={isMultiple ? isChosen : isActive}
      aria-disabled={disabledReason !== undefined || undefined}
      onClick={() => choose(option)}
    >
      <bdi>{text}</bdi>
      {(disabledReason ?? note) && <span className="option-note">{disabledReason ?? note}</span>}
      {keys && <kbd className="key-cap">{keys}</kbd>}
      {isChosen && <Icon name="it-check" size="xs" />}
    </div>
  )
}
