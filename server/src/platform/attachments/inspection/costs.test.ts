import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { createInspector } from '../../../../test/inspect-bytes.ts'
import { ascii } from '../../../../test/make-files.ts'
import { cleanFileName } from '../file-name.ts'

const inspectNamed = createInspector()
const look = (bytes: Buffer, extension: string) => inspectNamed(bytes, `prova.${extension}`)

// A regular expression of quadratic cost would hold the server for minutes, and the test would not end in time.
test.each([
  '\n',
  '\t',
  ' ',
  '\r\n',
  '"',
  '-',
  '=',
  '(',
  '((  ',
  '<!--',
  'a,',
  'powershell ',
  'rem x\n',
  '<Relationship ',
])('64 KB of %j are inspected quickly', { timeout: 20_000 }, async (piece) => {
  const text = ascii(piece.repeat(Math.ceil(65_536 / piece.length)))
  for (const extension of ['txt', 'csv']) expect(await look(text, extension)).toBeDefined()
  for (const start of ['(', 'from: a\n', 'x'])
    expect(await look(Buffer.concat([ascii(start), text]), 'txt')).toBeDefined()
})

test.each(['.', ' ', '. ', 'a.', '/', '\u202e'])(
  'a name of 80,000 times %j is cleaned at once',
  { timeout: 20_000 },
  (piece) => {
    expect([...cleanFileName(`${piece.repeat(80_000)}x`)].length).toBeLessThanOrEqual(100)
  },
)

test('a recording of 20 MB of random bytes is accepted as what it says', { timeout: 60_000 }, async () => {
  // The first box of an MP4 (ISO 14496-12), followed by the data of a camera.
  const box = Buffer.from('00000018667479706d703432000000006d70343269736f6d', 'hex')
  for (let count = 0; count < 3; count += 1)
    expect(await look(Buffer.concat([box, randomBytes(20 * 1024 * 1024 - box.length)]), 'mp4')).toMatchObject({
      warnings: [],
    })
})
