import { expect, test } from 'vitest'
import { deskKinds } from './desk-kinds.ts'
import { extendForm } from './extend-form.ts'
import { defineForm, type Fields, readWire, type ValuesOf } from './form.ts'
import type { PlainDate } from './plain-date.ts'

// biome-ignore format: a table
const fields = {
  name:    { kind: 'text', wire: 'nome', max: 5 },
  phone:   { kind: 'phone', wire: 'telefono' },
  website: { kind: 'text', wire: 'sito', max: 20 },
  consent: { kind: 'consent', wire: 'consenso' },
} as const satisfies Fields

/** The application that anyone sends. */
const application = defineForm(fields)(
  [
    { id: 'association', fields: [{ key: 'name', required: true }, { key: 'phone' }, { key: 'website' }] },
    { id: 'consent', fields: [{ key: 'consent', required: true }] },
  ],
  [
    { at: 'consent', message: 'tipo_non_valido', broken: ({ consent }) => consent === false },
    { at: 'name', message: 'tipo_non_valido', broken: ({ name }) => name === 'x' },
  ],
  deskKinds,
)

// biome-ignore format: a table
const officeFields = {
  name:  { kind: 'text', wire: 'nome', max: 10 },
  notes: { kind: 'longText', wire: 'note', max: 20 },
  grade: { kind: 'count', wire: 'voto', max: 5 },
} as const satisfies Fields

/** The same association as the office edits it. */
const officeForm = extendForm(application, officeFields, ['consent'])(
  [
    { id: 'association', fields: [{ key: 'grade' }] },
    { id: 'office', fields: [{ key: 'notes', showWhen: ({ name }) => name !== undefined }] },
  ],
  {
    uses: { phone: { required: ({ grade }) => grade === 5 } },
    rules: [
      {
        at: 'notes',
        message: 'tipo_non_valido',
        broken: ({ notes, name }) => notes !== undefined && notes === name,
      },
    ],
  },
)

const today = '2026-11-24' as PlainDate
const errorsOf = (body: object) =>
  readWire(officeForm, body, today).fieldErrors.map(({ key, message }) => `${key} ${message}`)

test('fields are added to a step and in a step of their own; a step without fields goes', () => {
  expect(officeForm.steps.map((step) => [step.id, step.fields.map(({ key }) => key)])).toEqual([
    ['association', ['name', 'phone', 'website', 'grade']],
    ['office', ['notes']],
  ])
  expect(Object.keys(officeForm.fields)).toEqual(['name', 'phone', 'website', 'notes', 'grade'])
})

test.each([
  { of: 'a field that is replaced', body: { nome: 'Arcobaleno' }, errors: [] },
  { of: 'a field of the base', body: { nome: 'Arco', sito: 'x'.repeat(21) }, errors: ['website testo_troppo_lungo'] },
  { of: 'a rule of the base', body: { nome: 'x' }, errors: ['name tipo_non_valido'] },
  { of: 'a required field of the base', body: {}, errors: ['name campo_obbligatorio'] },
  { of: 'a use that is changed', body: { nome: 'Arco', voto: 5 }, errors: ['phone campo_obbligatorio'] },
  { of: 'a rule that is added', body: { nome: 'Arco', note: 'Arco' }, errors: ['notes tipo_non_valido'] },
  { of: 'a field that is left out', body: { nome: 'Arco', consenso: 'x' }, errors: [] },
])('$of is checked as the new form says', ({ body, errors }) => {
  expect(errorsOf(body)).toEqual(errors)
})

test('the base stays as it is, and no field is without a step', () => {
  expect(application.steps.map(({ id }) => id)).toEqual(['association', 'consent'])
  const values: ValuesOf<(typeof officeForm)['fields']> = readWire(officeForm, { nome: 'Arco', voto: 3 }, today).values
  expect(values.grade).toBe(3)
  // @ts-expect-error: `notes` is in no step
  extendForm(application, officeFields)([{ id: 'office', fields: [{ key: 'grade' }] }])
  // @ts-expect-error: the base has no such field
  extendForm(application, { name: officeFields.name }, ['notes'])
})
