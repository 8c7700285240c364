import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { defineForm, readDraft } from '../form.ts'

const form = defineForm({ email: { kind: 'email', wire: 'email' } })([{ id: 'one', fields: [{ key: 'email' }] }], [])

test('a form keeps the e-mail addresses that zod takes, and makes no others of what people paste', () => {
  const part = fc.string({ maxLength: 8, unit: fc.constantFrom('a', 'Z', '1', '.', "'", '+', '-', '_', '@', 'é', ' ') })
  const address = fc.tuple(part, part, part).map(([name, host, end]) => `${name}@${host}.${end}`.trim())
  fc.assert(
    fc.property(fc.oneof(address, part, fc.emailAddress()), (text) => {
      fc.pre(text.length > 0 && text.length <= 254 && text === text.trim())
      const { values } = readDraft(form, { email: text }, '2026-11-20')
      if (z.email().safeParse(text).success) expect(values.email).toBe(text)
      // A top-level domain in ASCII form has hyphens and digits, which zod does not know.
      else if (values.email)
        expect(z.email().safeParse(values.email.replace(/xn--[a-z0-9-]+$/, 'org')).success, text).toBe(true)
    }),
    { numRuns: 2000 },
  )
})
