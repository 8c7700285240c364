/**
 * The header of a file of chosen records with the ids of those that it leaves out: there is no such record, or the caller may not
 * read it. Absent where there are none.
 */
export const excludedIdsHeader = 'ids-esclusi'

/** A proxy in front of the portal may refuse headers beyond 4 KB. */
const named = 200

export interface ExcludedIds {
  readonly ids: readonly number[]
  /** How many more there are than `ids` names. */
  readonly more: number
}

/** Writes the header: `5,17`; of more than 200 ids the first 200 and the number of the others, `5,17,…,+800`. */
export function writeExcludedIds(excluded: readonly number[]): string {
  const more = excluded.length - named
  return [...excluded.slice(0, named), ...(more > 0 ? [`+${more}`] : [])].join()
}

/** Reads the header. */
export function readExcludedIds(header: string): ExcludedIds {
  const parts = header.split(',')
  const isMore = (part: string) => part.startsWith('+')
  return { ids: parts.filter((part) => !isMore(part)).map(Number), more: Number(parts.find(isMore) ?? 0) }
}
