/** A reference to another object of a PDF. */
export interface Reference {
  readonly reference: number
}

export interface Dictionary {
  readonly [key: string]: Value | undefined
}

/** A value of a PDF; names begin with a slash, strings with a bracket. */
export type Value = string | number | Reference | readonly Value[] | Dictionary

export const isReference = (value: unknown): value is Reference =>
  typeof value === 'object' && value !== null && 'reference' in value

const token = /<<|>>|\[|\]|\((?:\\.|[^\\()])*\)|<[\da-fA-F\s]*>|\/[^\s<>[\]()/]*|[^\s<>[\]()/]+/gs

const atomOf = (text: string) => (/^[-+.\d]+$/.test(text) ? Number(text) : text)

const dictionaryFrom = (values: readonly Value[]): Dictionary =>
  Object.fromEntries(values.flatMap((key, index) => (index % 2 === 0 ? [[String(key), values[index + 1]]] : [])))

/** Reads one value (ISO 32000-1, 7.3). */
function readValue(text: string): Value {
  const open: Value[][] = [[]]
  const put = (value: Value | undefined) => value !== undefined && open.at(-1)?.push(value)
  const signs: Readonly<Record<string, () => unknown>> = {
    '<<': () => open.push([]),
    '[': () => open.push([]),
    '>>': () => put(dictionaryFrom(open.pop() ?? [])),
    ']': () => put(open.pop()),
    // A reference is two numbers and this letter.
    R: () => put({ reference: Number(open.at(-1)?.splice(-2)[0]) }),
  }
  for (const [part] of text.matchAll(token)) {
    const read = signs[part] ?? (() => put(atomOf(part)))
    read()
  }
  return open.flat()[0] ?? ''
}

/** The objects of a PDF without object streams, such as those that the portal writes, by their number. */
export function readObjects(bytes: Buffer): Map<number, Value> {
  const raw = bytes.toString('latin1').replace(/stream\r?\n.*?endstream/gs, '')
  const objects = raw.matchAll(/(\d+) 0 obj\s(.*?)endobj/gs)
  return new Map([...objects].map(([, id, text]) => [Number(id), readValue(text ?? '')]))
}

/** A value as a dictionary, empty if it is none. */
export const dictionaryAt = (value: Value | undefined): Dictionary =>
  typeof value === 'object' && !Array.isArray(value) && !isReference(value) ? (value as Dictionary) : {}

/** The values of an array, or the only value. */
export const listAt = (value: Value | undefined): readonly Value[] => {
  if (Array.isArray(value)) return value
  return value === undefined ? [] : [value as Value]
}

/** The number of the object that a value refers to. */
export const idOf = (value: Value | undefined): number => (isReference(value) ? value.reference : -1)
