import { expect, test } from 'vitest'
import { formatBytes } from './format-bytes.ts'

const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, ' ')

test.each([
  [0, 'it', '0 byte'],
  [358_400, 'it', '350 kB'],
  [2_621_440, 'it', '2,5 MB'],
  [20_971_520, 'it', '20 MB'],
  [3_221_225_472, 'it', '3 GB'],
  [2_621_440, 'en', '2.5 MB'],
  [2_621_440, 'fr', '2,5 Mo'],
  [2_621_440, 'es', '2,5 MB'],
] as const)('%d bytes in %s are %s', (bytes, language, text) => {
  expect(plain(formatBytes(bytes, language))).toBe(text)
})

test('Arabic and Urdu have their units, and figures that can be compared', () => {
  for (const language of ['ar', 'ur']) expect(formatBytes(2_621_440, language)).toMatch(/2[.,٫]5/)
})
