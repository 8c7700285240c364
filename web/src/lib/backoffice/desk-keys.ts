import { useSyncExternalStore } from 'react'
import { deskPlace, readFromTab, writeToTab } from '../drafts/tab-store.ts'
import { createListeners } from '../page/listeners.ts'

/**
 * The keys of the back office, and what each of them does. A control is reached by its key where it names the key in
 * `aria-keyshortcuts`: a field takes the focus, anything else is pressed.
 */
export const deskKeys = {
  j: 'next',
  k: 'previous',
  Enter: 'open',
  x: 'select',
  e: 'edit',
  r: 'reply',
  v: 'verify',
  'Control+S': 'save',
  n: 'new',
  '/': 'search',
  f: 'filter',
  '?': 'help',
} as const
export type KeyAction = (typeof deskKeys)[keyof typeof deskKeys]

const keyOfAction = Object.fromEntries(Object.entries(deskKeys).map(([key, action]) => [action, key])) as Record<
  KeyAction,
  keyof typeof deskKeys
>

/** Marks a control as the target of a key. */
export const shortcut = (action: KeyAction) => ({ 'aria-keyshortcuts': keyOfAction[action] })

/** The name of the key. */
export const keyText = (key: string) => key.replace('Control+', 'Ctrl+').replace('Enter', 'Invio')

export function actionOfKey({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): KeyAction | undefined {
  if (altKey) return undefined
  if (ctrlKey || metaKey) return key.toLowerCase() === 's' ? 'save' : undefined
  return Object.hasOwn(deskKeys, key) ? deskKeys[key as keyof typeof deskKeys] : undefined
}

const writing = 'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable="true"]'
const acting = 'a, button, input, summary'

/** True if the focused element or an open dialog handles single keys itself. */
export function isTaken({ key, target, ctrlKey, metaKey, defaultPrevented }: KeyboardEvent): boolean {
  if (defaultPrevented || document.querySelector('dialog[open]')) return true
  // Nobody types a key that is held with another.
  if (ctrlKey || metaKey) return false
  const element = target instanceof Element ? target : document.body
  return element.closest(key === 'Enter' ? `${writing}, ${acting}` : writing) !== null
}

/** The control that an action presses on this page. */
export function controlOf(action: KeyAction): HTMLElement | undefined {
  const controls = document.querySelectorAll<HTMLElement>(`[aria-keyshortcuts="${keyOfAction[action]}"]`)
  return [...controls].find((control) => control.getAttribute('aria-disabled') !== 'true')
}

const place = deskPlace('keys')
const changes = createListeners()
const areKeysOn = () => readFromTab<boolean>(place) ?? true

/** True if single keys are enabled: speech input users switch them off (WCAG 2.1.4). */
export const keysSwitch = {
  isOn: areKeysOn,
  set(isOn: boolean) {
    writeToTab(place, isOn)
    changes.tell()
  },
}

export const useKeysSwitch = () => useSyncExternalStore(changes.add, areKeysOn)
