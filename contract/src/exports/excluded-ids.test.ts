import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readExcludedIds, writeExcludedIds } from './excluded-ids.ts'

test('the header names the ids that a file leaves out', () => {
  expect(writeExcludedIds([5, 17])).toBe('5,17')
})

test('the header names at most 200 ids, says how many more there are, and stays under 4 KB', () => {
  const ids = fc.array(fc.integer({ min: 1, max: 2_147_483_647 }), { minLength: 1, maxLength: 1000 })
  fc.assert(
    fc.property(ids, (excluded) => {
      const header = writeExcludedIds(excluded)
      const read = readExcludedIds(header)
      expect(read.ids).toEqual(excluded.slice(0, 200))
      expect(read.ids.length + read.more).toBe(excluded.length)
      expect(header.length).toBeLessThan(3000)
    }),
  )
})
