import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readFormMark, writeFormMark } from './form-mark.ts'

test('reads a mark as it was written', () => {
  fc.assert(
    fc.property(fc.record({ seconds: fc.nat(999_999_999), isTrapFilled: fc.boolean() }), (mark) => {
      expect(readFormMark(writeFormMark(mark))).toEqual(mark)
    }),
  )
})

test.each([undefined, '', 'seconds=; trap=0', 'seconds=5', 'seconds=-1; trap=0', 'x'])('%s is no mark', (header) =>
  expect(readFormMark(header)).toBeUndefined(),
)
