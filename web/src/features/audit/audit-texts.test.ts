import type { AuditEntry } from '@portal/contract'
import { expect, test } from 'vitest'

const { loadTextsOf, loadTexts } = await import('#lib/i18n/texts.ts')
const { actionText, actorText, auditActions, fieldsKindOf, fieldText } = await import('./audit-texts.ts')
await loadTexts()
await loadTextsOf('desk')
const { default: i18next } = await import('i18next')
const t = i18next.t

test('every action that can be filtered by has words of its own', () => {
  const words = auditActions.map((action) => actionText(t, action))
  expect(words.filter((text) => /_/.test(text))).toEqual([])
  expect(new Set(words).size).toBe(auditActions.length)
})

test('an action that the page does not know is shown as it is', () => {
  expect(actionText(t, 'case_read')).toBe('Lettura di un caso')
  expect(actionText(t, 'nightly.something')).toBe('nightly.something')
})

test('who acted is a person, one that is gone, the public, or the server', () => {
  const entry = {
    id: 1,
    at: new Date(),
    action: 'x',
    outcome: 'done',
    recordIds: [],
    changedFields: [],
    isChained: true,
  }
  const who = (changes: Partial<AuditEntry>) => actorText(t, { ...entry, ...changes } as AuditEntry)
  expect(who({ userId: 3, userName: 'Ferri Giulia' })).toBe('Ferri Giulia')
  expect(who({ userId: 3 })).toBe('Utente 3')
  expect(who({ requestId: 'a' })).toBe('Chi visita il sito')
  expect(who({})).toBe('Il server')
})

test('a changed field has the name that the screens give it', () => {
  expect(fieldText(t, 'email')).toBe('E-mail')
  expect(fieldText(t, 'kept')).toBe('kept')
})

test('a rule of retention that let something go has its Italian name', () => {
  expect(fieldText(t, 'closedCases')).toBe('Casi chiusi')
})

test.each([
  ['case_list_read', 'openedFields'],
  ['case_statistics_read', 'filters'],
  ['register_statistics_read', 'filters'],
  ['case_saved', 'fields'],
])('the fields of %s are its %s', (action, kind) => expect(fieldsKindOf({ action } as AuditEntry)).toBe(kind))

test('a changed name of an entry of a reference list has the list and the language', () => {
  expect(fieldText(t, 'esito-finale.fr')).toBe('Esiti finali: nome in francese')
  expect(fieldText(t, 'esito-finale.ritirata')).toBe('Esiti finali: ritiro o ripristino')
  expect(fieldText(t, 'altro.fr')).toBe('altro.fr')
})
