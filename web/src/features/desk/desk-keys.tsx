import { can, homeOf, mayOpen, paths } from '@portal/contract'
import type { ParseKeys } from 'i18next'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  actionOfKey,
  controlOf,
  isTaken,
  type KeyAction,
  keyNames,
  keysSwitch,
  useKeysSwitch,
} from '#lib/backoffice/desk-keys.ts'
import { performOffered } from '#lib/backoffice/page-actions.ts'
import { useGo } from '#lib/page/navigation.ts'
import { siteHref } from '#lib/page/page-settings.ts'
import { useUser } from '#lib/session/current-user.ts'
import { Button } from '#ui/button.tsx'
import { Modal } from '#ui/feedback/modal.tsx'
import { Checkbox } from '#ui/field/checkbox.tsx'
import { Icon } from '#ui/icon.tsx'
import { DefinitionList } from '#ui/layout/summary-block.tsx'
import { type MenuEntry as HelpEntry, MenuButton } from '#ui/menu-button.tsx'
import { homeKey, type MenuEntry } from './desk-menu.tsx'

interface Props {
  readonly menu: readonly MenuEntry[]
  /** What the help offers beside the keys. */
  readonly help: readonly HelpEntry[]
}

/** The help of every page in the bar, and the keys: what they do where the page has nothing of its own for them. */
export function DeskKeys({ menu, help }: Props) {
  const { t } = useTranslation()
  const [isShown, setShown] = useState(false)
  const pages = usePageKeys(menu)
  const show = useCallback(() => setShown(true), [])
  useKeys(pages, show)
  return (
    <>
      <span className="desk-help">
        <MenuButton
          label={t('help.label')}
          entries={[...help, { text: t('deskKeys.title'), icon: 'it-card', onSelect: show }]}
        >
          <Icon name="it-help-circle" />
        </MenuButton>
      </span>
      {isShown && <KeysDialog pages={pages} onClose={() => setShown(false)} />}
    </>
  )
}

interface PageKey {
  readonly key: string
  readonly path: string
  readonly text: ParseKeys
}

/** The pages that letters lead to after `g`: the home of the role, and those of its menu. */
function usePageKeys(menu: readonly MenuEntry[]): readonly PageKey[] {
  const { selectedRole } = useUser()
  const home = homeOf(selectedRole) ?? paths.deskHome
  return [
    { key: homeKey, path: home, text: 'desk.home' },
    ...menu.filter(({ path }) => path !== home && mayOpen(path, selectedRole)),
  ]
}

/** Milliseconds within which the letter of a page follows `g`. */
const pairMs = 1500

function useKeys(pages: readonly PageKey[], onHelp: () => void) {
  const go = useGo()
  const { selectedRole } = useUser()
  const pressedG = useRef(Number.NEGATIVE_INFINITY)
  useEffect(() => {
    const enterCase = (action: KeyAction) => {
      const isWanted = action === 'new' && can('newCase', selectedRole)
      if (isWanted) go(siteHref(paths.caseNew))
      return isWanted
    }
    const showKeys = (action: KeyAction) => {
      if (action === 'help') onHelp()
      return action === 'help'
    }
    const act = (action: KeyAction) =>
      showKeys(action) || press(action) || performOffered(action) || moveAlong(action) || enterCase(action)
    /** The second key of a pair: true for any key, since it belongs to the pair. */
    const goToPage = (event: KeyboardEvent) => {
      const isPair = event.timeStamp - pressedG.current < pairMs
      pressedG.current = isLone(event) && event.key === 'g' && !isPair ? event.timeStamp : Number.NEGATIVE_INFINITY
      const page = isPair && isLone(event) ? pages.find(({ key }) => key === event.key) : undefined
      if (page) go(siteHref(page.path))
      return isPair && isLone(event)
    }
    // Ahead of the page: its lists must not take the second key of a pair.
    const handlePair = (event: KeyboardEvent) => {
      if (isTaken(event) || !keysSwitch.isOn() || !goToPage(event)) return
      event.preventDefault()
      event.stopPropagation()
    }
    const handleKey = (event: KeyboardEvent) => {
      const action = isTaken(event) ? undefined : wantedAction(event)
      if (action && act(action)) event.preventDefault()
    }
    window.addEventListener('keydown', handlePair, true)
    // After the page, which listens at the document.
    window.addEventListener('keydown', handleKey)
    return () => {
      window.removeEventListener('keydown', handlePair, true)
      window.removeEventListener('keydown', handleKey)
    }
  }, [go, selectedRole, pages, onHelp])
}

const isLone = ({ ctrlKey, metaKey, altKey }: KeyboardEvent) => !(ctrlKey || metaKey || altKey)

/** Held with another key, a key is nothing that speech sets off by accident: it cannot be switched off. */
function wantedAction(event: KeyboardEvent): KeyAction | undefined {
  return keysSwitch.isOn() || event.ctrlKey || event.metaKey ? actionOfKey(event) : undefined
}

const fields = 'input, select, textarea'

function press(action: KeyAction): boolean {
  const control = controlOf(action)
  if (!control) return false
  if (control.matches(fields)) control.focus()
  else control.click()
  if (control.matches('[role="tab"]')) focusOnceThere(action)
  return true
}

/** How long the content of a tab may take to come. */
const arrivalMs = 5000

/** Gives the focus to the field of an action as soon as the tab has it, unless the user goes elsewhere. */
function focusOnceThere(action: KeyAction) {
  const before = document.activeElement
  const watch = new MutationObserver(() => {
    if (document.activeElement !== before) return watch.disconnect()
    const control = controlOf(action)
    if (!control?.matches(fields)) return
    watch.disconnect()
    control.focus()
  })
  watch.observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: ['hidden'] })
  setTimeout(() => watch.disconnect(), arrivalMs)
}

const steps: Partial<Record<KeyAction, number>> = { next: 1, previous: -1 }

/** Goes from row to row of whatever list the page has. */
function moveAlong(action: KeyAction): boolean {
  const step = steps[action]
  if (!step) return false
  const rows = [...document.querySelectorAll('main tbody > tr, main .home-cases > li')]
  const links = rows.flatMap((row) => row.querySelector<HTMLElement>('a, button') ?? [])
  const at = links.findIndex((link) => rows.find((row) => row.contains(link))?.contains(document.activeElement))
  links[at < 0 ? 0 : at + step]?.focus()
  return links.length > 0
}

/** The keys of the back office, and the way to switch them off. */
function KeysDialog({ pages, onClose }: { pages: readonly PageKey[]; onClose: () => void }) {
  const { t } = useTranslation()
  const isOn = useKeysSwitch()
  return (
    <Modal
      title={t('deskKeys.title')}
      isWide
      onClose={onClose}
      closeText={t('site.close')}
      footer={<Button onClick={onClose}>{t('site.close')}</Button>}
    >
      <Checkbox id="desk-keys" label={t('deskKeys.switch')} checked={isOn} onChange={keysSwitch.set} />
      <div className="keys-columns">
        <DefinitionList items={keyNames.map(([term, action]) => ({ term, value: t(`deskKeys.actions.${action}`) }))} />
        <section>
          <h3>{t('deskKeys.pages')}</h3>
          <DefinitionList
            items={pages.map(({ key, text }) => ({ term: t('deskKeys.goTo', { key }), value: t(text) }))}
          />
        </section>
      </div>
    </Modal>
  )
}
