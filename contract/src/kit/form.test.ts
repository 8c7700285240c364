import { describe, expect, test } from 'vitest'
import { deskKinds } from './desk-kinds.ts'
import { defineForm, type Fields, missingMessageOf, type Payload, readDraft, readWire, writeWire } from './form.ts'
import type { PlainDate } from './plain-date.ts'

// biome-ignore format: a table
const fields = {
  name:     { kind: 'text', wire: 'nome', max: 20, missing: 'contatto_obbligatorio' },
  phone:    { kind: 'phone', wire: 'telefono' },
  projects: { kind: 'lines', wire: 'progetti', missing: 'progetto_obbligatorio', columns: {
    title:    { kind: 'text', wire: 'titolo', max: 20, required: true },
    fieldIds: { kind: 'choices', wire: 'ambiti', idWire: 'id_ambito', required: true, missing: 'ambito_obbligatorio' },
  } },
} as const satisfies Fields

/** Callers send the name within an envelope. */
const payload: Payload = {
  read: ({ busta, ...body }) => ({ ...body, ...(busta as object | undefined) }),
  write: ({ nome, ...body }) => ({ ...body, busta: { nome } }),
}
const form = defineForm(fields)(
  [
    {
      id: 'one',
      fields: [
        { key: 'name', required: true },
        { key: 'phone', required: true },
        { key: 'projects', required: true },
      ],
    },
  ],
  [],
  deskKinds,
  payload,
)

const today = '2026-11-20' as PlainDate
const errorsOf = (body: object) => readWire(form, body, today).fieldErrors.map(({ path, message }) => [path, message])
const values = { name: 'Ponti', phone: '06123', projects: [{ title: 'Uno', fieldIds: [1, 2] }] }

describe('a form whose payload differs from its fields', () => {
  test('is written as callers send it, and read back', () => {
    const body = writeWire(form, values)
    expect(body).toEqual({
      busta: { nome: 'Ponti' },
      telefono: '06123',
      progetti: [{ titolo: 'Uno', ambiti: [{ id_ambito: 1 }, { id_ambito: 2 }] }],
    })
    expect(readWire(form, body, today)).toEqual({ values, fieldErrors: [] })
  })

  test('reads a draft without it', () => {
    expect(readDraft(form, values, today)).toEqual({ values, fieldErrors: [] })
  })

  test.each([null, [], 'x', 3])('refuses the body %j', (body) => {
    expect(readWire(form, body, today).fieldErrors).toEqual([{ key: '', path: '', message: 'tipo_non_valido' }])
  })
})

describe('a required field without a value', () => {
  test('has its own message where it declares one', () => {
    expect(errorsOf({})).toEqual([
      ['nome', 'contatto_obbligatorio'],
      ['telefono', 'campo_obbligatorio'],
      ['progetti', 'progetto_obbligatorio'],
    ])
    expect(missingMessageOf(fields.name)).toBe('contatto_obbligatorio')
    expect(missingMessageOf(undefined)).toBe('campo_obbligatorio')
  })

  test('has it in a line too, and a blank line counts as none', () => {
    const lines = (progetti: object[]) => errorsOf({ busta: { nome: 'Ponti' }, telefono: '06', progetti })
    expect(lines([{ titolo: 'Uno' }])).toEqual([['progetti.0.ambiti', 'ambito_obbligatorio']])
    expect(lines([{ ambiti: [{ id_ambito: 1 }] }])).toEqual([['progetti.0.titolo', 'campo_obbligatorio']])
    expect(lines([{}, { titolo: '', ambiti: [] }])).toEqual([['progetti', 'progetto_obbligatorio']])
  })
})
