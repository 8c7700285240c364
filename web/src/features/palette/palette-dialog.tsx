import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { keysOfActions, keyText } from '#lib/backoffice/desk-keys.ts'
import { offeredActions, type PageAction } from '#lib/backoffice/page-actions.ts'
import type { PaletteEntry, PaletteSource } from '#lib/backoffice/palette.ts'
import { useGo } from '#lib/page/navigation.ts'
import { useUser } from '#lib/session/current-user.ts'
import { Modal } from '#ui/feedback/modal.tsx'
import { matching, OptionList, useCombobox } from '#ui/field/combobox.tsx'
import { inGroup, useFound } from './use-found.ts'

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

/** One field for everything: the actions of the record on show, the pages, and the records that the sources find. */
export function PaletteDialog({ pages, sources, onClose }: Props) {
  const { t } = useTranslation()
  const { selectedRole } = useUser()
  const [text, setText] = useState('')
  const [actions] = useState(() => enabledFirst(offeredActions().map(actionEntry)))
  const found = useFound(sources, selectedRole, text)
  const entries = [
    ...inGroup(t('palette.actions'), text === '' ? actions.filter(isEnabled) : matching(actions, text)),
    ...inGroup(t('palette.pages'), matching(pages, text)),
    ...found.entries,
  ]
  const choose = useChoice(onClose)
  const box = useCombobox<PaletteEntry>({ options: entries, text, onText: setText, onChoose: choose, opens: 'always' })
  const isEntered = useChosenLater(entries[0], found.isSearching, choose)
  const field = useRef<HTMLInputElement>(null)
  // After the dialog has opened, which gives the focus to its title.
  useEffect(() => field.current?.focus(), [])
  const handleKey = (event: KeyboardEvent) => {
    isEntered.current = event.key === 'Enter' && !box.active && found.isSearching
    // The browser's own search stays closed.
    if (event.ctrlKey && event.key.toLowerCase() === 'k') event.preventDefault()
    box.inputProps.onKeyDown(event)
  }
  const nothing = found.messages.length > 0 ? found.messages.join(' ') : t('palette.none')
  const outcome = entries.length === 0 ? nothing : t('palette.count', { count: entries.length })
  const ready = text === '' ? t('palette.hint') : outcome
  return (
    <Modal title={t('palette.title')} isWide onClose={onClose} closeText={t('site.close')}>
      <input
        ref={field}
        {...box.inputProps}
        aria-label={t('palette.label')}
        placeholder={t('palette.placeholder')}
        maxLength={200}
        onKeyDown={handleKey}
      />
      <OptionList
        box={box}
        label={t('palette.results')}
        status={found.isSearching ? t('palette.searching') : ready}
        isStatusShown
        className="palette-list"
      />
    </Modal>
  )
}

/** Closes the palette, which gives the focus back, before anything else happens. */
function useChoice(onClose: () => void) {
  const go = useGo()
  return ({ onSelect }: PaletteEntry): boolean => {
    flushSync(onClose)
    if (typeof onSelect === 'function') onSelect()
    else go(onSelect.href)
    return false
  }
}

/** Enter before the answer is here takes the first result once it is. */
function useChosenLater(first: PaletteEntry | undefined, isSearching: boolean, choose: (entry: PaletteEntry) => void) {
  const isEntered = useRef(false)
  useEffect(() => {
    if (!isEntered.current || isSearching) return
    isEntered.current = false
    // The dialog cannot close while React still draws it.
    if (first && isEnabled(first)) queueMicrotask(() => choose(first))
  })
  return isEntered
}
