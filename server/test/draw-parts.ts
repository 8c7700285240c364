import { cleanLine, type Field, type Form, readWire, withoutHidden, writeWire } from '@portal/contract'
import fc from 'fast-check'
import { valueOfField } from '../../contract/test/field-values.ts'

// What draws of offices are made of.

/** The ids of each reference list. */
export type ListIds = ReadonlyMap<string, readonly number[]>

/** Absent in one of two draws. */
export const someOf = <T>(item: fc.Arbitrary<T>) => fc.option(item, { nil: undefined, freq: 2 })
export const instant = fc
  .date({ min: new Date('2005-01-01'), max: new Date('2026-10-31'), noInvalidDate: true })
  .map((date) => date.toISOString())
/** Of one line, because an import cleans texts as the portal cleans those that are pasted. */
export const text = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 80 })
  .map((drawn) => cleanLine(`Testo ${drawn}`).text.trim())

/** A choice of one of our lists; one that depends on another choice stays empty. */
function drawOf(lists: ListIds, field: Field): fc.Arbitrary<unknown> {
  if (field.kind === 'choice') {
    const ids = field.among ?? (field.parent ? [] : (lists.get(field.list ?? '') ?? []))
    return ids.length > 0 ? fc.constantFrom(...ids) : fc.constant(undefined)
  }
  if (field.kind === 'choices')
    return fc.uniqueArray(fc.constantFrom(...(lists.get(field.list ?? '') ?? [])), { minLength: 1, maxLength: 3 })
  if (!field.columns) return valueOfField(field)
  const columns = Object.entries(field.columns).map(([key, column]) => [key, drawOf(lists, column)])
  const line: fc.Arbitrary<Record<string, unknown>> = fc.record(Object.fromEntries(columns))
  return fc.array(line, { minLength: 1, maxLength: 2 }).map((lines) => {
    const kept = lines.filter((one) => Object.values(one).some((value) => value !== undefined))
    return kept.length > 0 ? kept : undefined
  })
}

/** A record of a form on the wire, without the values that the form refuses, its lines in the order that the office keeps. */
export function bodyOf(lists: ListIds, form: Form, inOrder = (values: object) => values): fc.Arbitrary<object> {
  const draws = Object.entries(form.fields).map(([key, field]) => [key, someOf(drawOf(lists, field))])
  return fc.record<Record<string, unknown>>(Object.fromEntries(draws)).map((drawn) => {
    let values = drawn
    for (;;) {
      const shown = withoutHidden(form, values)
      const keys = new Set(readWire(form, writeWire(form, shown), '2026-11-20').fieldErrors.map(({ key }) => key))
      if (keys.size === 0) return writeWire(form, inOrder(shown))
      const kept = Object.entries(shown).filter(([key]) => !keys.has(key))
      // A required value is missing: it gets a plain one.
      const added = [...keys].filter((key) => shown[key] === undefined).map((key) => [key, plainOf(form.fields[key])])
      values = Object.fromEntries([...kept, ...added])
    }
  })
}
const plainOf = (field: Field | undefined) => (field?.kind === 'consent' || field?.kind === 'flag' ? true : 'Qualcosa')

export const keysOf = (records: readonly object[]) => records.map((record) => (record as { chiave: string }).chiave)
export const keyAmong = (keys: readonly string[]) =>
  keys.length > 0 ? someOf(fc.constantFrom(...keys)) : fc.constant(undefined)
export const numbered = (prefix: string, records: readonly object[]) =>
  records.map((record, index) => ({ chiave: `${prefix}/${index}`, ...record }))
