import i18next from 'i18next'
import { useSyncExternalStore } from 'react'
import { deskPlace, readFromTab, writeToTab } from '../drafts/tab-store.ts'
import { createListeners } from '../page/listeners.ts'

/**
 * The keys of the back office, and what each of them does. A control is reached by its keys where it names them in
 * `aria-keyshortcuts`: a field takes the focus, anything else is pressed.
 */
export const deskKeys = {
  j: 'next',
  k: 'previous',
  Enter: 'open',
  x: 'select',
  p: 'preview',
  e: 'edit',
  r: 'reply',
  t: 'take',
  a: 'assign',
  c: 'classify',
  i: 'inform',
  v: 'verify',
  m: 'flaw',
  '[': 'before',
  ']': 'after',
  'Control+S': 'save',
  'Control+Z': 'undo',
  F2: 'same',
  n: 'new',
  '/': 'search',
  'Control+K': 'search',
  f: 'filter',
  '?': 'help',
} as const
export type KeyAction = (typeof deskKeys)[keyof typeof deskKeys]

const rows = Object.entries(deskKeys) as [string, KeyAction][]

/** The name of the key. */
export const keyText = (key: string) => key.replace('Control+', 'Ctrl+').replace('Enter', 'Invio')

/** Each action with its keys. */
export const keysOfActions: ReadonlyMap<KeyAction, readonly string[]> = new Map(
  rows.map(([, action]) => [action, rows.flatMap(([key, other]) => (other === action ? [key] : []))]),
)
const keysOf = (action: KeyAction) => keysOfActions.get(action) ?? []

/** The keys of each action in words, for lists of them. */
export const keyNames: readonly (readonly [names: string, action: KeyAction])[] = [...keysOfActions].map(
  ([action, keys]) => [keys.map((key) => keyText(key)).join(', '), action],
)

/** Marks a control as the target of a key, and says so where the pointer rests on it. */
export const shortcut = (action: KeyAction) => ({
  'aria-keyshortcuts': keysOf(action).join(' '),
  title: i18next.t('deskKeys.of', { keys: keysOf(action).map(keyText).join(', ') }),
})

/** The keys that are held with Ctrl. */
const heldKeys: Readonly<Record<string, KeyAction>> = { s: 'save', z: 'undo', k: 'search' }

export function actionOfKey(event: KeyboardEvent): KeyAction | undefined {
  const { key, ctrlKey, metaKey, altKey } = event
  // Some keyboards have the brackets on a third level, which Windows reports as Ctrl and Alt.
  const isThirdLevel = event.getModifierState('AltGraph')
  if (altKey && !isThirdLevel) return undefined
  if ((ctrlKey || metaKey) && !isThirdLevel) return heldKeys[key.toLowerCase()]
  return Object.hasOwn(deskKeys, key) ? deskKeys[key as keyof typeof deskKeys] : undefined
}

const writing = 'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable="true"]'
const acting = 'a, button, input, summary'

/** True if the focused element or an open dialog handles single keys itself. */
export function isTaken({ key, target, ctrlKey, metaKey, defaultPrevented }: KeyboardEvent): boolean {
  if (defaultPrevented || document.querySelector('dialog[open], [aria-modal=true]')) return true
  // Nobody types a function key, nor a key that is held with another; in a field, what is undone is the typing.
  if (/^F\d+$/.test(key)) return false
  if ((ctrlKey || metaKey) && key.toLowerCase() !== 'z') return false
  const element = target instanceof Element ? target : document.body
  return element.closest(key === 'Enter' ? `${writing}, ${acting}` : writing) !== null
}

/** The control in sight that an action presses on this page; before one, the tab that holds it. */
export function controlOf(action: KeyAction): HTMLElement | undefined {
  const [key = ''] = keysOf(action)
  const controls = document.querySelectorAll<HTMLElement>(`[aria-keyshortcuts~="${key}"]`)
  return [...controls].find((one) => one.getAttribute('aria-disabled') !== 'true' && !one.closest('[hidden]'))
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
