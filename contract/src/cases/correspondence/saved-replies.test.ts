import { expect, test } from 'vitest'
import { fillReply, openFieldsOf, proposedReplies, type SavedReply, textFor } from './saved-replies.ts'

const reply = (name: string, more: Partial<SavedReply> = {}): SavedReply => ({
  id: 1,
  name,
  isShared: true,
  isRetired: false,
  mayEdit: false,
  texts: [{ language: 'it', text: name }],
  ...more,
})

test.each([
  ['Gentile {nome}, {codice}', { name: 'Ada', code: 'ABC-2026-000001' }, 'Gentile Ada, ABC-2026-000001', []],
  ['Entro il {termine}', {}, 'Entro il {termine}', ['termine']],
  ['{nome} {nome} {telefono}', { name: '' }, '{nome} {nome} {telefono}', ['nome', 'telefono']],
  ['{altro} {NOME} { nome }', { name: 'Ada' }, '{altro} {NOME} { nome }', []],
  ['{nome}', { name: '{codice}', code: 'x' }, '{codice}', ['codice']],
])('%j with %j reads %j and leaves %j', (text, values, filled, open) => {
  expect(fillReply(text, values)).toBe(filled)
  expect(openFieldsOf(filled)).toEqual(open)
})

test.each([
  ['ar', 'ar'],
  ['fr', 'it'],
] as const)('a report in %s gets the text in %s', (language, expected) => {
  const texts = [
    { language: 'ar' as const, text: 'a' },
    { language: 'it' as const, text: 'b' },
  ]
  expect(textFor({ texts }, language)?.language).toBe(expected)
})

test('those that fit the classification come first, others stay, and retired ones are not offered', () => {
  const values = { grounds: [{ groundId: 2, priority: 0 }], fieldId: 5, outcomeId: 1 }
  const replies = [
    reply('Altro ambito', { fieldId: 6 }),
    reply('Zeta', { texts: [{ language: 'fr', text: 'z' }] }),
    reply('Generica'),
    reply('Ground', { groundId: 2 }),
    reply('Ground ed esito', { groundId: 2, outcomeId: 1 }),
    reply('Ritirata', { isRetired: true, groundId: 2, fieldId: 5, outcomeId: 1 }),
  ]
  expect(proposedReplies(replies, values, 'fr').map(({ name }) => name)).toEqual([
    ...['Ground ed esito', 'Ground', 'Zeta', 'Generica', 'Altro ambito'],
  ])
})
