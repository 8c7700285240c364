import {
  type CaseKey,
  type CaseValues,
  caseFields,
  type Field,
  type Fields,
  formatScreenDate,
  inActionOrder,
  type PlainDate,
  type ReferenceItem,
  type ReferenceList,
  registryLinks,
} from '@portal/contract'
import office from '@portal/contract/texts/office/it.json' with { type: 'json' }

/** Reads the items of a reference list, or those under a parent item. */
export type ListItems = (list: ReferenceList, parentId?: number) => Promise<readonly ReferenceItem[]>

type Values = Readonly<Record<string, unknown>>

const eithers: Readonly<Record<string, { readonly first: string; readonly second: string }>> = office.caseEithers
const { yes, no, gone, record } = office.caseSheet

/** Renders fields of a case as Italian text. Reads each list once. */
export function createFieldWords(items: ListItems) {
  const lists = new Map<string, Promise<readonly ReferenceItem[]>>()

  async function labelOf(field: Field, id: number, around: Values): Promise<string> {
    const { list } = field
    if (!list) return String(id)
    const parent = field.parent === undefined ? undefined : around[field.parent]
    const parentId = typeof parent === 'number' ? parent : undefined
    const key = `${list} ${parentId}`
    const found = lists.get(key) ?? items(list, parentId)
    lists.set(key, found)
    return (await found).find((item) => item.id === id)?.label ?? gone
  }

  async function wordsOf(field: Field, value: unknown, around: Values): Promise<string> {
    if (field.kind === 'choice') return labelOf(field, Number(value), around)
    if (field.kind === 'date') return formatScreenDate(value as PlainDate)
    if (typeof value === 'boolean') return value ? yes : no
    return String(value)
  }

  /** One line of a repeatable field, in column order. Leaves out counters: the order of the lines shows them. */
  async function lineWords(columns: Fields, line: Values, around: Values): Promise<string> {
    const filled = Object.entries(columns).filter(([key, { kind }]) => kind !== 'count' && line[key] !== undefined)
    const words = await Promise.all(filled.map(([key, field]) => wordsOf(field, line[key], { ...around, ...line })))
    return words.join(' · ')
  }

  async function linesWords(key: CaseKey, columns: Fields, values: CaseValues): Promise<string> {
    const lines =
      key === 'performedActions' ? inActionOrder(values.performedActions ?? []) : (values[key] as readonly Values[])
    const words = await Promise.all(lines.map((line) => lineWords(columns, line as Values, values as Values)))
    return words.join('; ')
  }

  return {
    /** The text of a field of another form, such as a record of the registry. */
    ofField: (field: Field, values: Values, key: string) => wordsOf(field, values[key], values),

    /** The text of a case's field; lines are joined by semicolons. */
    async of(key: CaseKey, values: CaseValues): Promise<string> {
      const field: Field = caseFields[key]
      const value: unknown = values[key]
      // A link shows the record's number only; the case's own fields name the person.
      if (key in registryLinks) return record.replace('{{id}}', String(value))
      if (field.kind === 'either') return (value ? eithers[key]?.first : eithers[key]?.second) ?? ''
      return field.columns ? linesWords(key, field.columns, values) : wordsOf(field, value, values as Values)
    },
  }
}
