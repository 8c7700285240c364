import { can, paths } from '@portal/contract'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  actionOfKey,
  controlOf,
  deskKeys,
  isTaken,
  type KeyAction,
  keysSwitch,
  keyText,
  shortcut,
  useKeysSwitch,
} from '#lib/backoffice/desk-keys.ts'
import { useGo } from '#lib/page/navigation.ts'
import { siteHref } from '#lib/page/page-settings.ts'
import { useUser } from '#lib/session/current-user.ts'
import { Button, IconButton } from '#ui/button.tsx'
import { Modal } from '#ui/feedback/modal.tsx'
import { Checkbox } from '#ui/field/checkbox.tsx'
import { DefinitionList } from '#ui/layout/summary-block.tsx'

/** The keys of every page: the button that lists them, and what they do where the page has nothing of its own for them. */
export function DeskKeys() {
  const { t } = useTranslation()
  const [isShown, setShown] = useState(false)
  useKeys()
  return (
    <>
      <span className="desk-keys">
        <IconButton
          {...shortcut('help')}
          icon="it-help-circle"
          label={t('deskKeys.title')}
          aria-haspopup="dialog"
          onClick={() => setShown(true)}
        />
      </span>
      {isShown && <KeysDialog onClose={() => setShown(false)} />}
    </>
  )
}

function useKeys() {
  const go = useGo()
  const { selectedRole } = useUser()
  useEffect(() => {
    const enterCase = (action: KeyAction) => {
      const isWanted = action === 'new' && can('newCase', selectedRole)
      if (isWanted) go(siteHref(paths.caseNew))
      return isWanted
    }
    const handleKey = (event: KeyboardEvent) => {
      const action = isTaken(event) ? undefined : wantedAction(event)
      if (action && (press(action) || moveAlong(action) || enterCase(action))) event.preventDefault()
    }
    // After the page, which listens at the document.
    window.addEventListener('keydown', handleKey)
    return () => window.removeEventListener('keydown', handleKey)
  }, [go, selectedRole])
}

/** Held with another key, `save` is nothing that speech sets off by accident: it cannot be switched off. */
function wantedAction(event: KeyboardEvent): KeyAction | undefined {
  const action = actionOfKey(event)
  return action === 'save' || keysSwitch.isOn() ? action : undefined
}

const fields = 'input, select, textarea'

function press(action: KeyAction): boolean {
  const control = controlOf(action)
  if (!control) return false
  if (control.matches(fields)) control.focus()
  else control.click()
  return true
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
function KeysDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const isOn = useKeysSwitch()
  const keys = Object.entries(deskKeys) as [string, KeyAction][]
  return (
    <Modal
      title={t('deskKeys.title')}
      onClose={onClose}
      closeText={t('site.close')}
      footer={<Button onClick={onClose}>{t('site.close')}</Button>}
    >
      <DefinitionList
        items={keys.map(([key, action]) => ({ term: keyText(key), value: t(`deskKeys.actions.${action}`) }))}
      />
      <div className="keys-switch">
        <Checkbox id="desk-keys" label={t('deskKeys.switch')} checked={isOn} onChange={keysSwitch.set} />
      </div>
    </Modal>
  )
}
