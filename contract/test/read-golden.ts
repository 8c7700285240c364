import { readdirSync, readFileSync } from 'node:fs'

/** One call as other programs send and receive it, with the wire names and paths of the specification. */
export interface Golden {
  readonly call: string
  readonly params?: unknown
  readonly query?: unknown
  readonly body?: unknown
  readonly result: unknown
}

const folder = new URL('golden/', import.meta.url)
const parts = new URL('golden-parts/', import.meta.url)

const readJson = (name: string, from: URL): unknown => JSON.parse(readFileSync(new URL(name, from), 'utf8'))

/**
 * Fills in what several calls share: `{ "$part": "case", … }` is the part of that name with other members beside its own or
 * instead of them, `{ "$text": … }` is its JSON as a text.
 */
function fillIn(node: unknown): unknown {
  if (typeof node !== 'object' || node === null) return node
  if (Array.isArray(node)) return node.map(fillIn)
  if ('$text' in node) return JSON.stringify(fillIn(node.$text))
  const { $part: part, ...own } = node as Record<string, unknown>
  const members = Object.fromEntries(Object.entries(own).map(([name, member]) => [name, fillIn(member)]))
  return part === undefined ? members : { ...(fillIn(readJson(`${part}.json`, parts)) as object), ...members }
}

export const goldenFiles = (): string[] => readdirSync(folder)

export const readGolden = (file: string) => fillIn(readJson(file, folder)) as Golden
