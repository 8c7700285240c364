import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { defineForm, readDraft } from './form.ts'

const form = defineForm({ email: { kind: 'email', wire: 'email' } })([{ id: 'one', fields: [{ key: 'email' }] }], [])

test('a form takes the e-mail addresses that zod takes', () => {
  const part = fc.string({ maxLength: 8, unit: fc.constantFrom('a', 'Z', '1', '.', "'", '+', '-', '_', '@', 'é', ' ') })
  const address = fc.tuple(part, part, part).map(([name, host, end]) => `${name}@${host}.${end}`.trim())
  fc.assert(
    fc.property(fc.oneof(address, part, fc.emailAddress()), (text) => {
      fc.pre(text.length > 0 && text.length <= 254 && text === text.trim())
      const { fieldErrors } = readDraft(form, { email: text }, '2026-11-20')
      expect(fieldErrors.length === 0, text).toBe(z.email().safeParse(text).success)
    }),
    { numRuns: 2000 },
  )
})
