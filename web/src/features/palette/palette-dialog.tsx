import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { keysOfActions, keyText } from '#lib/backoffice/desk-keys.ts'
import { offeredActions, type PageAction } from '#lib/backoffice/page-actions.ts'
import type { PaletteEntry, PaletteSource } from '#lib/backoffice/palette.ts'
import { matching, positionAfter } from '#lib/backoffice/palette-matching.ts'
import { useGo } from '#lib/page/navigation.ts'
import { useUser } from '#lib/session/current-user.ts'
import { Modal } from '#ui/feedback/modal.tsx'
import { useFound } from './use-found.ts'

interface Props {
  /** The pages that the user may open. */
  readonly pages: readonly PaletteEntry[]
  readonly sources: readonly PaletteSource[]
  readonly onClose: () => void
}

const actionEntry = ({ text, disabledReason, key, onSelect }: PageAction, at: number): PaletteEntry => ({
  id: `action-${at}`,
  text,
  disabledReason,
  keys: key && keysOfActions.get(key)?.map(keyText).join(', '),
  onSelect,
})

const isEnabled = ({ disabledReason }: PaletteEntry) => disabledReason === undefined
const enabledFirst = (entries: readonly PaletteEntry[]) => [
  ...entries.filter(isEnabled),
  ...entries.filter((entry) => !isEnabled(entry)),
]

interface Group {
  readonly title: string
  readonly entries: readonly PaletteEntry[]
}

/** One field for everything: the actions of the record on show, the pages, and the records that the sources find. */
export function PaletteDialog({ pages, sources, onClose }: Props) {
  const { t } = useTranslation()
  const { selectedRole } = useUser()
  const [text, setText] = useState('')
  const [actions] = useState(() => enabledFirst(offeredActions().map(actionEntry)))
  const found = useFound(sources, selectedRole, text)
  const groups: readonly Group[] = [
    { title: t('palette.actions'), entries: text === '' ? actions.filter(isEnabled) : matching(actions, text) },
    { title: t('palette.pages'), entries: matching(pages, text) },
    ...found.groups.map(({ title, entries }) => ({ title: t(title), entries })),
  ].filter(({ entries }) => entries.length > 0)
  const count = groups.reduce((sum, { entries }) => sum + entries.length, 0)
  const nothing = found.messages.length > 0 ? found.messages.join(' ') : t('palette.none')
  const outcome = count === 0 ? nothing : t('palette.count', { count })
  const ready = text === '' ? t('palette.hint') : outcome
  return (
    <Modal title={t('palette.title')} isWide onClose={onClose} closeText={t('site.close')}>
      <Finder text={text} onText={setText} groups={groups} isSearching={found.isSearching} onClose={onClose} />
      <p role="status" className="palette-status">
        {found.isSearching ? t('palette.searching') : ready}
      </p>
    </Modal>
  )
}

interface FinderProps {
  readonly text: string
  readonly onText: (text: string) => void
  readonly groups: readonly Group[]
  readonly isSearching: boolean
  readonly onClose: () => void
}

/** A field and the list of its results: the focus stays in the field, arrows choose, Enter takes. */
function Finder({ text, onText, groups, isSearching, onClose }: FinderProps) {
  const { t } = useTranslation()
  const listId = useId()
  const choose = useChoice(onClose)
  const entries = groups.flatMap((group) => group.entries)
  const [activeId, setActiveId] = useState<string>()
  const at = Math.max(
    entries.findIndex(({ id }) => id === activeId),
    0,
  )
  const active = entries[at]
  const isEntered = useChosenLater(active, isSearching, choose)
  useActiveInView(active && `${listId}-${active.id}`)
  const field = useRef<HTMLInputElement>(null)
  // After the dialog has opened, which gives the focus to its title.
  useEffect(() => field.current?.focus(), [])
  const handleText = (next: string) => {
    isEntered.current = false
    setActiveId(undefined)
    onText(next)
  }
  const handleKey = (event: KeyboardEvent) => {
    const next = positionAfter(event.key, at, entries.length)
    const isHeld = event.ctrlKey && event.key.toLowerCase() === 'k'
    if (next === undefined && event.key !== 'Enter' && !isHeld) return
    event.preventDefault()
    if (next !== undefined) setActiveId(entries[next]?.id)
    if (event.key !== 'Enter') return
    if (active) choose(active)
    else isEntered.current = isSearching
  }
  return (
    <div className="palette">
      <input
        ref={field}
        type="text"
        role="combobox"
        className="form-control"
        aria-label={t('palette.label')}
        placeholder={t('palette.placeholder')}
        aria-expanded={entries.length > 0}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={active && `${listId}-${active.id}`}
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        dir="auto"
        value={text}
        onChange={({ target }) => handleText(target.value)}
        onKeyDown={handleKey}
      />
      <div id={listId} role="listbox" aria-label={t('palette.results')} className="palette-list">
        {groups.map(({ title, entries: own }, index) => (
          // biome-ignore lint/a11y/useSemanticElements: a group of options
          <div key={title} role="group" aria-labelledby={`${listId}-title-${index}`}>
            <div id={`${listId}-title-${index}`} className="palette-title" role="presentation">
              {title}
            </div>
            {own.map((entry) => (
              <Option
                key={entry.id}
                id={`${listId}-${entry.id}`}
                entry={entry}
                isActive={entry === active}
                onChoose={() => choose(entry)}
              />
            ))}
          </div>
        ))}
      </div>
    </div>
  )
}

/** Closes the palette, which gives the focus back, before anything else happens. */
function useChoice(onClose: () => void) {
  const go = useGo()
  return ({ disabledReason, onSelect }: PaletteEntry) => {
    if (disabledReason !== undefined) return
    flushSync(onClose)
    if (typeof onSelect === 'function') onSelect()
    else go(onSelect.href)
  }
}

/** Enter before the answer is here takes the first result once it is. */
function useChosenLater(first: PaletteEntry | undefined, isSearching: boolean, choose: (entry: PaletteEntry) => void) {
  const isEntered = useRef(false)
  useEffect(() => {
    if (!isEntered.current || isSearching) return
    isEntered.current = false
    // The dialog cannot close while React still draws it.
    if (first) queueMicrotask(() => choose(first))
  })
  return isEntered
}

function useActiveInView(id: string | undefined) {
  useEffect(() => {
    if (id !== undefined) document.getElementById(id)?.scrollIntoView?.({ block: 'nearest' })
  }, [id])
}

interface OptionProps {
  readonly id: string
  readonly entry: PaletteEntry
  readonly isActive: boolean
  readonly onChoose: () => void
}

function Option({ id, entry: { text, note, disabledReason, keys }, isActive, onChoose }: OptionProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys are handled in the field, which keeps the focus
    // biome-ignore lint/a11y/useFocusableInteractive: see above
    <div
      id={id}
      role="option"
      className="palette-option"
      aria-selected={isActive}
      aria-disabled={disabledReason !== undefined || undefined}
      onClick={onChoose}
    >
      <bdi>{text}</bdi>
      {(disabledReason ?? note) && <span className="palette-note">{disabledReason ?? note}</span>}
      {keys && <kbd className="key-cap">{keys}</kbd>}
    </div>
  )
}
