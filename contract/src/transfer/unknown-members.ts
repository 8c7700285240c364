import type { Field } from '../kit/field.ts'
import { wireNames } from '../kit/wire.ts'
import type { TransferKind } from './transfer-kinds.ts'

type Body = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Body => typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * The wire paths of members that the format does not have. What an old system says under a wrong name would be lost in silence, so it
 * is an error.
 */
export function unknownMembers({ head, form }: TransferKind, body: Body): string[] {
  const fields = new Map(Object.values(form?.fields ?? {}).map((field): [string, Field] => [field.wire, field]))
  const branches = new Set(
    [...fields.keys()].flatMap((path) => path.split('.').map((_name, index, names) => names.slice(0, index).join('.'))),
  )
  const ofHead = new Set(Object.values(wireNames.get(head)?.names ?? {}))

  const inLines = (path: string, field: Field, value: unknown): string[] => {
    const columns = Object.values(field.columns ?? {})
    if (columns.length === 0 || !Array.isArray(value)) return []
    return value.flatMap((line, at) =>
      isObject(line)
        ? Object.keys(line).flatMap((name) =>
            columns.some(({ wire }) => wire === name) ? [] : [`${path}.${at}.${name}`],
          )
        : [],
    )
  }

  const within = (node: Body, prefix: string): string[] =>
    Object.entries(node).flatMap(([name, value]) => {
      const path = prefix + name
      const field = fields.get(path)
      if (field) return inLines(path, field, value)
      if (prefix === '' && ofHead.has(name)) return []
      return branches.has(path) && isObject(value) ? within(value, `${path}.`) : [path]
    })

  return within(body, '')
}
