import { expect, test } from 'vitest'
import { placeInAddress, readListPlace, rowsAt } from './list-address.ts'

test('a place is read from an address; nonsense is its first page', () => {
  expect(readListPlace({ pagina: 3, dopo: '0-9' })).toEqual({ page: 3, after: '0-9', before: undefined })
  for (const pagina of ['x', 0, -1, 1.5, undefined]) expect(readListPlace({ pagina }).page).toBe(1)
})

test('the rows of a page are asked for by number and by the key of its neighbour', () => {
  expect(rowsAt({ page: 3, after: '0-9' })).toEqual({ from: 21, to: 30, after: '0-9', before: undefined })
})

test('a neighbour goes by key, the first page by nothing', () => {
  const keys = { firstKey: 'f', lastKey: 'l' }
  expect(placeInAddress(4, { page: 3 }, keys)).toEqual({ pagina: 4, dopo: 'l', prima: undefined })
  expect(placeInAddress(2, { page: 3 }, keys)).toEqual({ pagina: 2, dopo: undefined, prima: 'f' })
  expect(placeInAddress(1, { page: 2 }, keys)).toEqual({ pagina: undefined, dopo: undefined, prima: undefined })
})
