import { type Field, type Fields, formatScreenDate, type PlainDate } from '@portal/contract'

type Line = Readonly<Record<string, unknown>>

interface DraftFields<K extends string> {
  readonly fields: Fields
  /** The fields that the user edits; a draft has no others. */
  readonly keys: readonly K[]
}

const toDraftValue = ({ kind }: Field, value: unknown) =>
  kind === 'date' ? formatScreenDate(value as PlainDate) : value

const toDraftLine = ({ columns = {} }: Field, line: Line): Line =>
  Object.fromEntries(
    Object.entries(line).flatMap(([column, value]) => {
      const own = columns[column]
      return own && value !== undefined ? [[column, toDraftValue(own, value)]] : []
    }),
  )

const dependsOn = ({ parent, columns = {} }: Field, key: string) =>
  parent === key || Object.values(columns).some((column) => column.parent === key && columns[key] === undefined)

const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  (Array.isArray(value)
    ? value.every(isEmpty)
    : typeof value === 'object' && Object.values(value as object).every(isEmpty))

function isSame(one: unknown, other: unknown): boolean {
  if (isEmpty(one) || isEmpty(other)) return isEmpty(one) && isEmpty(other)
  if (typeof one !== 'object' || typeof other !== 'object') return one === other
  const [a, b] = [one as Line, other as Line]
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].every((name) => isSame(a[name], b[name]))
}

/** The drafts of a declared form: from values, field by field compared, and with the fields that depend on a choice. */
export function defineDrafts<D extends object, K extends string>({ fields, keys }: DraftFields<K>) {
  const fieldOf = (key: K): Field => {
    const field = fields[key]
    if (!field) throw new Error(`No field ${key}`)
    return field
  }
  const valueIn = (draft: D, key: K) => (draft as Line)[key]
  /** The fields that depend on a choice, at any depth: another choice empties them. */
  const dependentsOf = (key: string): K[] =>
    keys.filter((child) => dependsOn(fieldOf(child), key)).flatMap((child) => [child, ...dependentsOf(child)])
  const unitOf = (key: K): K[] => {
    const above = keys.find((parent) => dependsOn(fieldOf(key), parent))
    return above === undefined ? [key, ...dependentsOf(key)] : unitOf(above)
  }
  /** True if two drafts agree in a field. An unchecked box means no. */
  const isSameIn = (key: K, one: D, other: D) =>
    fieldOf(key).kind === 'flag'
      ? Boolean(valueIn(one, key)) === Boolean(valueIn(other, key))
      : isSame(valueIn(one, key), valueIn(other, key))
  return {
    /** Values as a draft: dates are text, and fields that cannot be edited are left out. */
    draftOf: (values: object): D =>
      Object.fromEntries(
        keys.flatMap((key) => {
          const value = (values as Line)[key]
          if (value === undefined) return []
          const field = fieldOf(key)
          const isLines = field.columns !== undefined && Array.isArray(value)
          return [[key, isLines ? value.map((line: Line) => toDraftLine(field, line)) : toDraftValue(field, value)]]
        }),
      ) as D,
    /** The lines with values that another choice would empty. */
    linesAtStake: (draft: D, key: K): K[] =>
      dependentsOf(key).filter((child) => fieldOf(child).kind === 'lines' && !isEmpty(valueIn(draft, child))),
    /** The fields that can only change together: a choice and all that depends on it. */
    unitOf,
    withValue: (draft: D, key: K, value: unknown): D => ({
      ...draft,
      ...Object.fromEntries(dependentsOf(key).map((child) => [child, undefined])),
      [key]: value,
    }),
    isSameIn,
    /** The fields among `among`, by default all editable ones, in which two drafts differ. */
    changedKeys: (one: D, other: D, among: readonly K[] = keys): K[] =>
      among.filter((key) => !isSameIn(key, one, other)),
  }
}
