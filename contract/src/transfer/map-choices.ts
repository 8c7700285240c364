import type { Field } from '../kit/field.ts'
import type { TransferKind } from './transfer-kinds.ts'

/** A choice of a record as its old system names it. */
export interface SourceChoice {
  /** Wire path of the member. */
  readonly path: string
  /** The list of ours from which the value must be. */
  readonly list: string
  readonly value: string
}

/** Our id or word for a value of the old system; undefined where the table of correspondences does not say. */
export type FindOurs = (list: string, value: string) => number | string | undefined

type Body = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Body => typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Replaces the choices of a record by those of ours: members of the form, of its lines and lists, and words of the head. What the table
 * does not have stays as it is: an id of ours is one. Returns a copy of the body, and every choice with its source value.
 */
export function mapChoices({ form, words }: TransferKind, body: Body, findOurs: FindOurs) {
  const choices: SourceChoice[] = []

  function translate(list: string, raw: unknown, path: string): unknown {
    if (typeof raw !== 'string' && typeof raw !== 'number') return raw
    const value = String(raw).trim()
    choices.push({ path, list, value })
    return findOurs(list, value) ?? raw
  }

  function mapField(field: Field, raw: unknown, path: string): unknown {
    const { kind, list, columns, idWire = 'id' } = field
    if (kind === 'choice' && list) return translate(list, raw, path)
    if (!Array.isArray(raw)) return raw
    if (kind === 'lines' && columns)
      return raw.map((line, at) => mapMembers(Object.values(columns), line, `${path}.${at}.`))
    if (kind !== 'choices' || !list) return raw
    return raw.map((item, at) =>
      isObject(item) ? { ...item, [idWire]: translate(list, item[idWire], `${path}.${at}.${idWire}`) } : item,
    )
  }

  const mapMembers = (fields: readonly Field[], node: unknown, prefix: string): unknown =>
    fields.reduce((mapped, field) => mapAt(mapped, field.wire.split('.'), field, prefix + field.wire), node)

  /** Copies the branch that leads to the member and maps the member. */
  function mapAt(node: unknown, [name = '', ...rest]: readonly string[], field: Field, path: string): unknown {
    if (!isObject(node) || !Object.hasOwn(node, name)) return node
    const member = node[name]
    return { ...node, [name]: rest.length > 0 ? mapAt(member, rest, field, path) : mapField(field, member, path) }
  }

  const ofForm = mapMembers(Object.values(form?.fields ?? {}), body, '') as Body
  const ofHead = Object.entries(words)
    .filter(([wire]) => Object.hasOwn(ofForm, wire))
    .map(([wire, list]) => [wire, translate(list, ofForm[wire], wire)])
  return { body: { ...ofForm, ...Object.fromEntries(ofHead) } as Body, choices }
}
