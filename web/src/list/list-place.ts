import { limits, type RowRange, rowsOfPage } from '@portal/contract'

/** Where in a list one is: it lives in the address, so that a page can be linked to and gone back to. */
export interface ListPlace {
  readonly page: number
  /** Key of the row before the page's first. */
  readonly after?: string | undefined
  /** Key of the row after the page's last. */
  readonly before?: string | undefined
}

/** The first and last key of the page on show. */
export interface PageKeys {
  readonly firstKey?: string | undefined
  readonly lastKey?: string | undefined
}

export const asText = (value: unknown) => (typeof value === 'string' ? value : undefined)

/** Reads the address; what makes no sense is left out. */
export function readListPlace(address: Record<string, unknown>): ListPlace {
  const page = Number(address.pagina)
  return {
    page: Number.isInteger(page) && page >= 1 ? page : 1,
    after: asText(address.dopo),
    before: asText(address.prima),
  }
}

/** What the address of another page says: a neighbour goes by the keys of this one, any other by its number. */
export const placeInAddress = (number: number, { page }: ListPlace, { firstKey, lastKey }: PageKeys) => ({
  pagina: number === 1 ? undefined : number,
  dopo: number === page + 1 ? lastKey : undefined,
  prima: number === page - 1 && number > 1 ? firstKey : undefined,
})

/** The rows that a place asks for, and the key to find them by. */
export const rowsAt = ({ page, after, before }: ListPlace, size: number = limits.page.rows) => {
  const { from, to }: RowRange = rowsOfPage(page, size)
  return { from, to, after, before }
}
