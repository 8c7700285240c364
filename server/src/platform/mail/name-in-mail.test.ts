import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nameInMail } from './name-in-mail.ts'

test.each([
  ['Ponti & Porte', 'Ponti & Porte'],
  ["Associazione «L'Àncora» - Sez. di Forlì", "Associazione «L'Àncora» - Sez. di Forlì"],
  ['A.N.P.I. S.O.S. Razzismo', 'A.N.P.I. S.O.S. Razzismo'],
  ['Soc.Coop. Radici', 'Soc. Coop. Radici'],
  ['جمعية الجسور', 'جمعية الجسور'],
  ['Vinci https://evil.example/premio ora', 'Vinci ora'],
  ['Vinci HTTPS://EVIL.EXAMPLE ora', 'Vinci ora'],
  ['Vinci www.evil.example ora', 'Vinci ora'],
  ['Vinci evil.example ora', 'Vinci evil. example ora'],
  ['Vinci evil。example ora', 'Vinci evil. example ora'],
  ['Vinci evil\u200b.example/login ora', 'Vinci ora'],
  ['Scrivi a info@evil.example', 'Scrivi a'],
  ['Uno\r\nBcc: due', 'Uno Bcc: due'],
  ['https://evil.example', '…'],
  ['x'.repeat(200), `${'x'.repeat(79)}…`],
])('%j is repeated as %j', (name, repeated) => expect(nameInMail(name)).toBe(repeated))

test('no name has a link, a second line or more than 80 characters', () => {
  const parts = fc.constantFrom(
    'a',
    'evil',
    '.',
    'com',
    '/',
    ':',
    '//',
    '@',
    'www.',
    ' ',
    '\n',
    '\u200b',
    '。',
    'À',
    '-',
  )
  fc.assert(
    fc.property(fc.array(parts, { maxLength: 60 }), (pieces) => {
      const repeated = nameInMail(pieces.join(''))
      expect(repeated).not.toMatch(/:\/\/|\bwww\.|@|[\r\n/]|[\p{L}\p{N}]\.[\p{L}\p{N}-]{2,}/iu)
      expect([...repeated].length).toBeLessThanOrEqual(80)
    }),
  )
})
