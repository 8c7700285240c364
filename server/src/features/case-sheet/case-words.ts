import {
  type CaseKey,
  type CaseValues,
  caseFields,
  type Field,
  type Fields,
  inActionOrder,
  registryLinks,
} from '@portal/contract'
import office from '@portal/contract/texts/office/it.json' with { type: 'json' }
import { createFieldWords, type FieldValues, type ListItems } from '#platform/record-words/field-words.ts'

const eithers: Readonly<Record<string, { readonly first: string; readonly second: string }>> = office.caseEithers

/** Counters are left out of lines: their order shows them. */
const withoutCounters = (columns: Fields): Fields =>
  Object.fromEntries(Object.entries(columns).filter(([, { kind }]) => kind !== 'count'))

/** Renders fields of a case as Italian text. */
export function createCaseWords(items: ListItems) {
  const words = createFieldWords(items)

  async function linesWords(key: CaseKey, columns: Fields, values: CaseValues): Promise<string> {
    const lines =
      key === 'performedActions' ? inActionOrder(values.performedActions ?? []) : (values[key] as readonly object[])
    const shown = withoutCounters(columns)
    const texts = await Promise.all(
      lines.map((line) => words.ofLine(shown, line as FieldValues, values as FieldValues)),
    )
    return texts.map((cells) => cells.filter((cell) => cell !== '').join(' · ')).join('; ')
  }

  return {
    ofField: words.ofField,

    /** The text of a case's field; lines are joined by semicolons. */
    async of(key: CaseKey, values: CaseValues): Promise<string> {
      const field: Field = caseFields[key]
      const value: unknown = values[key]
      // A link shows the record's number only; the case's own fields name the person.
      if (key in registryLinks) return office.caseSheet.record.replace('{{id}}', String(value))
      if (field.kind === 'either') return (value ? eithers[key]?.first : eithers[key]?.second) ?? ''
      return field.columns ? linesWords(key, field.columns, values) : words.ofField(field, values as FieldValues, key)
    },
  }
}

export type CaseWords = ReturnType<typeof createCaseWords>
