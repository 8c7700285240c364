import { expect, test } from 'vitest'
import { defineForm, type Fields, readDraft } from './form.ts'
import { stepOf, stepStates } from './form-steps.ts'
import type { PlainDate } from './plain-date.ts'

// biome-ignore format: a table
const fields = {
  name:      { kind: 'text', wire: 'nome', max: 5 },
  anonymous: { kind: 'flag', wire: 'anonimo' },
  born:      { kind: 'date', wire: 'nascita', past: true },
  consent:   { kind: 'consent', wire: 'consenso' },
} as const satisfies Fields

const form = defineForm(fields)(
  [
    {
      id: 'person',
      fields: [{ key: 'name', required: true, showWhen: ({ anonymous }) => !anonymous }, { key: 'anonymous' }],
    },
    { id: 'birth', fields: [{ key: 'born' }] },
    { id: 'consent', fields: [{ key: 'consent', required: true }] },
  ],
  [],
)
const today = '2026-11-24' as PlainDate

test.each([
  // What was typed, then for each step its errors (`!` where a value is missing).
  { typed: {}, person: ['name!'], birth: [], consent: ['consent!'] },
  { typed: { name: 'Neri', consent: true }, person: [], birth: [], consent: [] },
  { typed: { name: 'Neri', consent: false }, person: [], birth: [], consent: ['consent!'] },
  { typed: { name: 'Giordani', consent: true }, person: ['name'], birth: [], consent: [] },
  { typed: { anonymous: true, consent: true }, person: [], birth: [], consent: [] },
  { typed: { born: '31/02/2000' }, person: ['name!'], birth: ['born'], consent: ['consent!'] },
])('the steps of $typed: person $person, birth $birth, consent $consent', ({ typed, ...expected }) => {
  const states = stepStates(form, readDraft(form, typed, today).fieldErrors)
  const marked = states.map(({ id, errors, missing }) => [
    id,
    errors.map(({ key }) => `${key}${missing.includes(key) ? '!' : ''}`),
  ])
  expect(Object.fromEntries(marked)).toEqual(expected)
  expect(states.map(({ id }) => id)).toEqual(['person', 'birth', 'consent'])
  for (const { isComplete, errors } of states) expect(isComplete).toBe(errors.length === 0)
})

test('an error of no field of the form is in no step', () => {
  expect(stepStates(form, [{ key: 'other' }]).every(({ isComplete }) => isComplete)).toBe(true)
  expect(stepOf(form, 'other')).toBeUndefined()
  expect(stepOf(form, 'born')).toBe('birth')
})
