import type { TypedQuery } from './queries.ts'

/** A search of the registry: the ids of the first ten rows and how many were found. */
export type Search = (
  filters: TypedQuery['filters'],
) => Promise<{ readonly ids: readonly number[]; readonly count: number }>

export interface Quality {
  readonly queries: number
  /** Shares of the queries that find the person in the first ten rows, and in the first three. */
  readonly inTen: number
  readonly inThree: number
  /** The number of queries by a name alone, and the share of those that find the person in ten. */
  readonly byName: number
  readonly byNameInTen: number
  /** Other records for one query, on average and at most. */
  readonly falseCandidates: number
  readonly maxFalseCandidates: number
  /** Queries that do not find the person in the first three, with the place where they do. */
  readonly misses: readonly { readonly query: TypedQuery; readonly place: number | undefined; readonly count: number }[]
}

/** Measures how well a search finds the people that queries mean. */
export async function measureQuality(search: Search, queries: readonly TypedQuery[]): Promise<Quality> {
  const results: { query: TypedQuery; place: number | undefined; count: number; others: number }[] = []
  for (const query of queries) {
    const { ids, count } = await search(query.filters)
    const index = ids.indexOf(query.person.id)
    const place = index < 0 ? undefined : index + 1
    results.push({ query, place, count, others: count - (place === undefined ? 0 : 1) })
  }
  const within = (most: number, among = results) =>
    among.filter(({ place = Number.POSITIVE_INFINITY }) => place <= most).length / among.length
  const byName = results.filter(({ query }) => Object.keys(query.filters).length === 1)
  return {
    queries: queries.length,
    inTen: within(10),
    inThree: within(3),
    byName: byName.length,
    byNameInTen: within(10, byName),
    falseCandidates: results.reduce((sum, { others }) => sum + others, 0) / queries.length,
    maxFalseCandidates: Math.max(...results.map(({ others }) => others)),
    misses: results.filter(({ place = Number.POSITIVE_INFINITY }) => place > 3),
  }
}

/** A line about a query that misses, for a report. */
export const missLine = ({ query: { person, filters, traits }, place, count }: Quality['misses'][number]) =>
  `${place === undefined ? `not in ten of ${count}` : `${place}. of ${count}`} | ${person.language} | ${person.values.lastName}, ${person.values.firstName} | ${JSON.stringify(filters)} | ${traits.join(', ')}`
