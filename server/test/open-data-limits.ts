import type { OpenData, OpenDataTableName } from '@portal/contract'
import { type Constraint, equalTo, greaterEq, inRange, type Model, solve } from 'yalps'

type Row = OpenData['tables'][number]['rows'][number]

/** The smallest and the largest value that a withheld number may have, by table and id. */
type Limits = Record<string, readonly [smallest: number, largest: number]>

type Variable = readonly [name: string, coefficients: Record<string, number>]

/** What is known of the withheld numbers of a table: one variable for each, with the constraints in which it occurs. */
function knowledgeOf(table: OpenDataTableName, rows: readonly Row[], year: number, total: number) {
  const cells = rows.map(({ id, counts }) => ({ id, name: `${table} ${id ?? ''}`, count: counts[year] ?? null }))
  const published = cells.reduce((sum, { count }) => sum + (count ?? 0), 0)
  const withheld = cells.filter(({ count }) => count === null)
  const entries = withheld.filter(({ id }) => id !== undefined)
  const missing = cells.find(({ id }) => id === undefined)?.count ?? 0
  const sum: Constraint = table === 'grounds' ? greaterEq(total - published) : equalTo(total - published)
  // No entry has more cases than there are cases with an entry.
  const limits = entries.map(({ name }) => [`limit of ${name}`, inRange(0, total - missing)] as const)
  const variables = withheld.map(({ id, name }): Variable => {
    const limited = id === undefined ? limits.map(([limit]) => limit) : [`limit of ${name}`]
    return [name, Object.fromEntries([table, ...limited].map((constraint) => [constraint, 1]))]
  })
  return { variables, constraints: [[table, sum] as const, ...limits] }
}

/**
 * What a reader of the page can compute of a year by linear programming. They know that each case counts once in ambito and region, and
 * of grounds at least once where it has any.
 */
export function limitsIn({ years, tables }: OpenData, year: number): Limits {
  const total = years.find((one) => one.year === year)?.cases
  if (total === null || total === undefined) return {}
  const known = tables.map(({ table, rows }) => knowledgeOf(table, rows, year, total))
  const constraints = Object.fromEntries(known.flatMap((one) => one.constraints))
  const variables = Object.fromEntries(known.flatMap((one) => one.variables))
  const reach = (name: string, direction: 'minimize' | 'maximize') => {
    const own = { ...variables, [name]: { ...variables[name], value: 1 } }
    const { status, result } = solve({ direction, objective: 'value', constraints, variables: own } as Model)
    if (status !== 'optimal') throw new Error(`${name}: ${status}`)
    return result
  }
  return Object.fromEntries(
    Object.keys(variables).map((name) => [name, [reach(name, 'minimize'), reach(name, 'maximize')] as const]),
  )
}
