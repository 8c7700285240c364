import type { ReferenceItem, ReferenceList } from '@portal/contract'
import { type Field, type FieldKind, type Fields, formatScreenDate, type PlainDate, shownEmail } from '@portal/contract'
import office from '@portal/contract/texts/office/it.json' with { type: 'json' }

/** Reads the items of a reference list, or those under a parent item. */
export type ListItems = (list: ReferenceList, parentId?: number) => Promise<readonly ReferenceItem[]>

export type FieldValues = Readonly<Record<string, unknown>>

const { yes, no, gone } = office.caseSheet
/** An amount in euros, with cents where it has some. */
const amountText = (amount: number) => {
  const decimals = Number.isInteger(amount) ? 0 : 2
  const shape = { minimumFractionDigits: decimals, maximumFractionDigits: decimals }
  return new Intl.NumberFormat('it', { style: 'currency', currency: 'EUR', ...shape }).format(amount)
}

/** Renders the values of fields as Italian text. Reads each list once. */
export function createFieldWords(items: ListItems) {
  const lists = new Map<string, Promise<readonly ReferenceItem[]>>()

  async function choiceWord(field: Field, id: number, around: FieldValues): Promise<string> {
    const { list } = field
    if (!list) return String(id)
    const parent = field.parent === undefined ? undefined : around[field.parent]
    const parentId = typeof parent === 'number' ? parent : undefined
    const key = `${list} ${parentId}`
    const found = lists.get(key) ?? items(list, parentId)
    lists.set(key, found)
    return (await found).find((item) => item.id === id)?.label ?? gone
  }

  const labelsOf = async (field: Field, ids: readonly number[], around: FieldValues): Promise<string> =>
    (await Promise.all(ids.map((id) => choiceWord(field, id, around)))).join(', ')

  /** Kinds whose values differ from their text. */
  const texts: Partial<Record<FieldKind, (field: Field, value: never, around: FieldValues) => Promise<string>>> = {
    choice: (field, value: number, around) => choiceWord(field, value, around),
    choices: labelsOf,
    date: async (_field, value: PlainDate) => formatScreenDate(value),
    amount: async (_field, value: number) => amountText(value),
    email: async (_field, value: string) => shownEmail(value),
  }

  async function ofValue(field: Field, value: unknown, around: FieldValues): Promise<string> {
    const ofKind = texts[field.kind]
    // The kind of the field says of which type its value is.
    if (ofKind) return ofKind(field, value as never, around)
    if (typeof value === 'boolean') return value ? yes : no
    return String(value)
  }

  return {
    /** The text of a field of a form or record. */
    ofField: (field: Field, values: FieldValues, key: string) => ofValue(field, values[key], values),

    /** The texts of the columns of a line; empty where a column has no value. */
    ofLine: (columns: Fields, line: FieldValues, around: FieldValues): Promise<string[]> =>
      Promise.all(
        Object.entries(columns).map(([key, field]) =>
          line[key] === undefined ? '' : ofValue(field, line[key], { ...around, ...line }),
        ),
      ),
  }
}

export type FieldWords = ReturnType<typeof createFieldWords>
