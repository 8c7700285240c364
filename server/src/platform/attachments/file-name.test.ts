import { extensionOf } from '@portal/contract'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cleanFileName } from './file-name.ts'

describe('the name of a file', () => {
  // biome-ignore format: a table
  test.each([
    ['lettera del comune.pdf',           'lettera del comune.pdf'],
    ['../../etc/passwd.txt',             'passwd.txt'],
    ['C:\\Users\\x\\foto.jpg',           'foto.jpg'],
    ['fattura\u202efdp.exe',             'fatturafdp.exe'],
    ['a\u0000b\u0007\r\n.txt',           'ab.txt'],
    ['e\u0300.txt',                      '\u00e8.txt'],
    ['NUL',                              '_NUL'],
    ['con.tar.gz',                       '_con.tar.gz'],
    ['console.txt',                      'console.txt'],
    ['.htaccess',                        'htaccess'],
    ['nota.txt. . .',                    'nota.txt'],
    ['...',                              'allegato'],
    ['',                                 'allegato'],
    ['\u200b\u2066',                     'allegato'],
    ['می‌خواهم.pdf',                      'می‌خواهم.pdf'],
    ['a"b|c?.txt',                       'a_b_c_.txt'],
    ['x'.repeat(100),                    'x'.repeat(100)],
    [`${'x'.repeat(96)}.txt`,            `${'x'.repeat(96)}.txt`],
    [`${'x'.repeat(97)}.txt`,            `${'x'.repeat(95)}.txt`],
    [`${'x'.repeat(300)}`,               'x'.repeat(99)],
    [`${'👨‍👩‍👧'.repeat(60)}.jpg`,             `${'👨‍👩‍👧'.repeat(19)}.jpg`],
  ])('%j becomes %j', (raw, clean) => {
    expect(cleanFileName(raw)).toBe(clean)
  })

  const anyName = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 400 }),
    fc.string({ unit: 'grapheme', maxLength: 400 }),
    fc
      .tuple(fc.string({ unit: 'grapheme', maxLength: 300 }), fc.constantFrom('pdf', 'docx', 'txt'))
      .map((parts) => parts.join('.')),
  )

  test('is safe for any input, has at most 100 characters, and does not change when cleaned again', () => {
    fc.assert(
      fc.property(anyName, (raw) => {
        const clean = cleanFileName(raw)
        expect([...clean].length).toBeLessThanOrEqual(100)
        expect(clean).not.toMatch(/[\p{Cc}\p{Cs}/\\<>:"|?*\u202a-\u202e\u2066-\u2069]|^[. ]|[. ]$/u)
        expect(clean).not.toBe('')
        expect(clean).toBe(clean.normalize('NFC'))
        expect(cleanFileName(clean)).toBe(clean)
      }),
      { numRuns: 2000 },
    )
  })

  test('keeps its extension when it is cut', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme-composite', minLength: 100, maxLength: 300 }), (stem) => {
        const clean = cleanFileName(`x${stem}x.pdf`)
        expect(extensionOf(clean)).toBe('pdf')
      }),
    )
  })
})
