import { limits } from '@portal/contract'

/** What a call for one more page of an infinite list is given: nothing for the first. */
export interface NextPage {
  readonly from?: number
  readonly to?: number
  readonly after?: string
}

interface ReadPage {
  readonly from: number
  readonly rows: readonly unknown[]
  readonly count: number
  readonly countIsMore?: boolean | undefined
  readonly lastKey?: string | undefined
}

export const firstPage: NextPage = {}

/** The rows after a page, by key, so that new rows move nothing; undefined after the last. */
export function nextPageOf({ from, rows, count, countIsMore, lastKey }: ReadPage): NextPage | undefined {
  const next = from + rows.length
  if (rows.length === 0 || (next > count && !countIsMore)) return undefined
  return { from: next, to: next + limits.page.rows - 1, ...(lastKey !== undefined && { after: lastKey }) }
}
