import { type KeyboardEvent, useId, useState } from 'react'
import { FieldFrame, type FieldTexts } from './field-frame.tsx'

export interface PickOption {
  readonly value: string
  readonly label: string
  /** What is known of it beside its name. */
  readonly note?: string | undefined
}

type Props = FieldTexts & {
  /** In the order in which they are proposed. */
  readonly options: readonly PickOption[]
  readonly onPick: (value: string) => void
  /** Said where no option has the typed words. */
  readonly noneText: string
  readonly placeholder?: string | undefined
}

/** Without case and accents. */
const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** The options that have every typed word. */
export function matching(options: readonly PickOption[], typed: string): readonly PickOption[] {
  const words = plain(typed).split(/\s+/).filter(Boolean)
  return options.filter(({ label, note = '' }) => words.every((word) => plain(`${label} ${note}`).includes(word)))
}

const actionOf: Readonly<Partial<Record<string, 'next' | 'previous' | 'pick' | 'close'>>> = {
  ArrowDown: 'next',
  ArrowUp: 'previous',
  Enter: 'pick',
  Escape: 'close',
}

/**
 * Picks one of many by typing (a combobox with a list, WAI-ARIA 1.2): the first proposal is the current one, the arrows move, Enter picks,
 * Escape closes. What is picked is the caller's; the field is empty again.
 */
export function PickField({ options, onPick, noneText, placeholder, ...texts }: Props) {
  const listId = useId()
  const [typed, setTyped] = useState('')
  const [isOpen, setOpen] = useState(false)
  const [place, setPlace] = useState(0)
  const shown = matching(options, typed)
  const current = shown[Math.min(place, shown.length - 1)]
  const idOf = (value: string) => `${listId}-${value}`
  const begin = (text: string) => {
    setTyped(text)
    setPlace(0)
    setOpen(true)
  }
  const pick = (value: string) => {
    setTyped('')
    setOpen(false)
    onPick(value)
  }
  const move = (step: number) => {
    if (isOpen && shown.length > 0) setPlace((Math.min(place, shown.length - 1) + step + shown.length) % shown.length)
    else begin(typed)
  }
  const actions = {
    next: () => move(1),
    previous: () => move(-1),
    pick: () => isOpen && current && pick(current.value),
    close: () => setOpen(false),
  }
  const handleKey = (event: KeyboardEvent) => {
    const action = actionOf[event.key]
    // Ctrl+Enter sends the form around it; Enter alone never does. Escape in a closed list is for what is around it.
    if (event.ctrlKey || event.metaKey || !action || (action === 'close' && !isOpen)) return
    event.preventDefault()
    event.stopPropagation()
    actions[action]()
  }
  return (
    <FieldFrame {...texts}>
      {(wiring) => (
        <div className="pick">
          <input
            {...wiring}
            type="text"
            className="form-control"
            role="combobox"
            autoComplete="off"
            placeholder={placeholder}
            aria-expanded={isOpen}
            aria-controls={listId}
            aria-autocomplete="list"
            aria-activedescendant={isOpen && current ? idOf(current.value) : undefined}
            value={typed}
            onChange={(event) => begin(event.target.value)}
            onFocus={() => begin(typed)}
            onBlur={() => setOpen(false)}
            onKeyDown={handleKey}
          />
          <div id={listId} role="listbox" aria-label={texts.label} className="pick-list" hidden={!isOpen}>
            {shown.map(({ value, label, note }) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field
              <div
                key={value}
                id={idOf(value)}
                role="option"
                tabIndex={-1}
                aria-selected={value === current?.value}
                className="pick-option"
                // A press must not take the focus from the field, which would close the list.
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => pick(value)}
              >
                <bdi>{label}</bdi>
                {note && <span className="pick-note">{note}</span>}
              </div>
            ))}
            {shown.length === 0 && <p className="pick-none">{noneText}</p>}
          </div>
        </div>
      )}
    </FieldFrame>
  )
}
