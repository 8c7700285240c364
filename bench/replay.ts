import type pg from 'pg'
import type { Portal } from './portal.ts'
import { type SentStatement, sentByCalls } from './sent-statements.ts'

/** The statements of a write for one case. */
export type StatementsFor = (id: number) => SentStatement[]

type Value = string | null
type Json = string | number | boolean | null | Json[] | { [key: string]: Json }

/** The last number that nobody had used. */
let last = 0

/**
 * What the portal sends for a write, for other cases: the statements of the write of two cases are compared. The case's own id is
 * replaced; the ids of its new rows, such as an entry of the history, become negative numbers that nobody has used.
 */
export async function createReplay(
  pool: pg.Pool,
  portal: Portal,
  write: (id: number) => Promise<unknown>,
  [one, other]: readonly [number, number],
): Promise<StatementsFor> {
  // A statement has its name from the second call on.
  for (const id of [one, other, one, other]) await write(id)
  const [first = [], second = []] = await sentByCalls(pool, portal, [() => write(one), () => write(other)])
  const statements = inPairs(first, second)
  if (statements.length === 0) throw new Error('A write sends no statements.')
  return (id) => {
    const isCase = (value: Json, there: Json) => String(value) === String(one) && String(there) === String(other)
    const valueFor = createValueFor(id, isCase)
    return statements.map(({ text, values }) => ({
      text,
      values: values.map(([value, there]) => inText(valueFor(value, there))),
    }))
  }
}

/** What stands for a value that two calls sent: the id of the case, the new id of a row, or the same. */
function createValueFor(id: number, isCase: (value: Json, there: Json) => boolean) {
  const numbers = new Map<string, number>()
  const valueFor = (value: Json, there: Json, key?: string): Json => {
    if (isParent(value) && isParent(there))
      return mapJson(value, (part, name) => valueFor(part, (there as Record<string, Json>)[name] ?? null, name))
    if (isCase(value, there)) return id
    if (key === 'id' && value !== there) numbers.set(String(value), --last)
    return numbers.get(String(value)) ?? value
  }
  return valueFor
}

function inText(value: Json): Value {
  if (value === null) return null
  return isParent(value) ? JSON.stringify(value) : String(value)
}

type Parent = Json[] | { [key: string]: Json }
const isParent = (value: Json): value is Parent => typeof value === 'object' && value !== null

/** Rows are sent as one value of JSON. */
const readValue = (value: Value | undefined): Json =>
  value?.startsWith('[') || value?.startsWith('{') ? parsed(value) : (value ?? null)

function parsed(text: string): Json {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

const mapJson = (value: Parent, change: (part: Json, key: string) => Json): Json =>
  Array.isArray(value)
    ? value.map((part, index) => change(part, String(index)))
    : Object.fromEntries(Object.entries(value).map(([key, part]) => [key, change(part, key)]))
const isControl = ({ text }: SentStatement) => /^\s*(begin|commit|start transaction|savepoint|release)\b/i.test(text)

/** The statements of the first call, each value beside that of the same statement of the second; reads of one call have no order. */
function inPairs(first: readonly SentStatement[], second: readonly SentStatement[]) {
  const rest = [...second]
  return first.flatMap((statement) => {
    const place = rest.findIndex(({ text }) => text === statement.text)
    const [there] = place < 0 ? [] : rest.splice(place, 1)
    if (!there || isControl(statement)) return []
    const values = statement.values.map((value, at) => [readValue(value), readValue(there.values[at])] as const)
    return [{ text: statement.text, values }]
  })
}
