import fc from 'fast-check'
import type { Field, FieldKind } from '../src/kit/field.ts'
import type { Form } from '../src/kit/form.ts'
import type { PlainDate } from '../src/kit/plain-date.ts'
import { controlLetterOf } from '../src/kit/values/tax-code.ts'
import { hasCheckDigit } from '../src/kit/values/vat-number.ts'

const word = fc.stringMatching(/^[A-Za-zàèéìòùÀÉ]{2,9}$/)
/** A text of one line, in which no word is empty. */
export const line = (max = 60) =>
  fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(' ').slice(0, max).trim())

export const id = fc.integer({ min: 1, max: 2_147_483_647 })
export const day = fc
  .date({ min: new Date('1950-01-01'), max: new Date('2026-10-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10) as PlainDate)
export const fileId = fc.uuid({ version: 4 })
export const email = fc.tuple(word, word).map(([name, host]) => `${plain(name)}@${plain(host)}.example`)
export const phone = fc.integer({ min: 300_000_0000, max: 399_999_9999 }).map((number) => `+39${number}`)
export const vatNumber = fc.stringMatching(/^0[1-9][0-9]{8}$/).map((digits) => {
  const last = Array.from({ length: 10 }, (_, digit) => `${digits}${digit}`)
  return last.find(hasCheckDigit) ?? ''
})
export const taxCode = fc
  .stringMatching(/^[B-DF-HJ-NP-TV-Z]{6}[0-9]{2}[ABCDEHLMPRST][0-2][1-9][A-L][0-9]{3}$/)
  .map((stem) => stem + controlLetterOf(stem))

const plain = (text: string) =>
  text
    .normalize('NFD')
    .replace(/[^a-z]/gi, '')
    .toLowerCase() || 'a'

const listOf = <T>(item: fc.Arbitrary<T>, { max = 3 }: Field) =>
  fc.uniqueArray(item, { minLength: 1, maxLength: Math.min(max, 3), selector: (value) => JSON.stringify(value) })

const uniqueFiles = ({ max = 3 }: Field) =>
  fc.uniqueArray(fc.record({ id: fileId, name: line().map((name) => `${name}.pdf`) }), {
    minLength: 1,
    maxLength: Math.min(max, 3),
    selector: (file) => file.id,
  })

/** Values of each kind of field, as code has them. */
// biome-ignore format: a table
const valueOfKind: Record<FieldKind, (field: Field) => fc.Arbitrary<unknown>> = {
  text:               ({ max }) => line(max),
  longText:           ({ max }) => fc.tuple(line(), line()).map((lines) => lines.join('\n').slice(0, max).trim()),
  email:              () => email,
  phone:              () => phone,
  vatNumber:          () => vatNumber,
  organisationNumber: () => vatNumber,
  taxCode:            () => taxCode,
  date:               () => day,
  choice:             ({ among }) => among ? fc.constantFrom(...among) : id,
  flag:               () => fc.boolean(),
  consent:            () => fc.constant(true),
  files:              uniqueFiles,
  either:             () => fc.boolean(),
  count:              ({ max = 1000 }) => fc.integer({ min: 0, max }),
  amount:             ({ max = 1_000_000 }) => fc.integer({ min: 1, max: max * 100 }).map((cents) => cents / 100),
  choices:            (field) => listOf(id, field),
  lines:              (field) => fc.array(valuesOfFields(field.columns ?? {}), { minLength: 1, maxLength: Math.min(field.max ?? 2, 2) }),
}

export const valueOfField = (field: Field): fc.Arbitrary<unknown> => valueOfKind[field.kind](field)

/** A value for every field. */
export const valuesOfFields = (fields: Form['fields']): fc.Arbitrary<Record<string, unknown>> =>
  fc.record(Object.fromEntries(Object.entries(fields).map(([key, field]) => [key, valueOfField(field)])))
