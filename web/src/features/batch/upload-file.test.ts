import { expect, test } from 'vitest'
import { contentOf, fileError } from './upload-form.tsx'

test.each([
  ['utenze.csv', 10, undefined],
  ['UTENZE.XLSX', 2_097_152, undefined],
  ['utenze.xls', 10, 'wrongType'],
  ['utenze.csv.exe', 10, 'wrongType'],
  ['utenze.csv', 2_097_153, 'tooLarge'],
  ['utenze.csv', 0, 'empty'],
  [`${'x'.repeat(97)}.csv`, 10, 'longName'],
])('%s of %i bytes: %s', (name, size, error) => expect(fileError({ name, size })).toBe(error))

test('a file is read as base64, whatever is in it', async () => {
  const bytes = Uint8Array.from({ length: 256 }, (_, index) => index)
  expect(await contentOf(new Blob([bytes]))).toBe(Buffer.from(bytes).toString('base64'))
})
