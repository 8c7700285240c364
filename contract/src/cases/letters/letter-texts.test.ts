import { expect, test } from 'vitest'
import { draftLetter, type LetterRequest, type LetterText } from './letter-texts.ts'

const text = (id: number, kind: LetterText['kind'], it: string, more: Partial<LetterText> = {}): LetterText => ({
  id,
  kind,
  name: it,
  texts: [{ language: 'it', text: it }],
  isRetired: false,
  ...more,
})
const letter = text(1, 'continues', 'Caso {codice}\nMotivo: {motivo}\n\n{rimedi}\n\n{ufficio}')
const facts = { code: 'X-1', ground: 'Età', office: 'Ufficio', register: 'https://x/registro' }
const request: LetterRequest = { decision: 'continues', language: 'it', classified: {}, facts }
const draft = (texts: readonly LetterText[], more: Partial<LetterRequest> = {}) =>
  draftLetter(texts, { ...request, ...more })

test('a letter has its facts and the remedies, one a line', () => {
  const texts = [letter, text(2, 'remedy', 'Giudice'), text(3, 'remedy', 'Registro: {registro}')]
  expect(draft(texts)).toBe('Caso X-1\nMotivo: Età\n\n- Giudice\n- Registro: https://x/registro\n\nUfficio')
})

test.each([
  ['has no line of a field without a value', [letter], { facts: { code: 'X-1', office: 'U' } }, 'Caso X-1\n\nU'],
  ['is not there where the office has no text', [letter], { decision: 'closed' }, undefined],
  ['is not drafted from a retired text', [{ ...letter, isRetired: true }], {}, undefined],
  ['is in Italian where no text is in the language', [text(1, 'continues', 'Sì')], { language: 'ur' }, 'Sì'],
] as const)('a letter %s', (_case, texts, more, expected) => {
  expect(draft(texts, more)).toBe(expected)
})

const remedies = [
  text(2, 'remedy', 'sempre'),
  text(3, 'remedy', 'età', { groundId: 4 }),
  text(4, 'remedy', 'lavoro', { fieldId: 2 }),
  text(5, 'remedy', 'genere sul lavoro', { groundId: 8, fieldId: 2 }),
  text(6, 'remedy', 'odio', { modeId: 10 }),
  text(7, 'remedy', 'ritirato', { isRetired: true }),
]
const ground = (groundId: number) => ({ groundId, priority: 0 })

test.each([
  [{}, ['sempre']],
  [{ grounds: [ground(1), ground(4)] }, ['età', 'sempre']],
  [{ fieldId: 2 }, ['lavoro', 'sempre']],
  [{ grounds: [ground(8)] }, ['sempre']],
  [{ grounds: [ground(8)], fieldId: 2 }, ['genere sul lavoro', 'lavoro', 'sempre']],
  [{ modeId: 10, fieldId: 10 }, ['odio', 'sempre']],
])('a case with %j has the remedies %j, those for fewer cases first', (classified, expected) => {
  const drafted = draft([text(1, 'continues', '{rimedi}'), ...remedies], { classified })
  expect(drafted?.split('\n')).toEqual(expected.map((name) => `- ${name}`))
})
