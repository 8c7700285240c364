import type { AttachmentArea, ScanCode } from '@portal/contract'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  armoured,
  certifiedMail,
  daticert,
  detached,
  enveloped,
  inBase64,
  mailOf,
  mailWithText,
  outlookOf,
  signed,
  signedInPieces,
  textSignedByOpenssl,
  timeStamped,
} from '../../../../../test/container-files.ts'
import { createInspector } from '../../../../../test/inspect-bytes.ts'
import { ascii, docx, joined, jpeg, pdf, png, zipOf } from '../../../../../test/make-files.ts'
import { eicar } from '../look-for.ts'

const inspect = createInspector()
const virus = ascii(eicar)
const windowsProgram = joined('MZ', Buffer.alloc(510), 'PE\0\0')

/** A file within so many others, a signed file and a mail in turns; the outermost is a mail. */
function within(levels: number, name: string, bytes: Buffer): Buffer {
  let file = { name, bytes }
  for (let level = levels; level > 0; level -= 1)
    file =
      level % 2 === 1 ? { name: 'm.eml', bytes: mailOf(file) } : { name: `${file.name}.p7m`, bytes: signed(file.bytes) }
  return file.bytes
}

describe('a signed file', () => {
  // biome-ignore format: a table
  test.each([
    ['istanza.pdf.p7m', signed(pdf()),                               'pdf'],
    ['istanza.p7m',     signed(pdf()),                               'pdf'],
    ['istanza v1.2.p7m', signed(pdf()),                              'pdf'],
    ['istanza.PDF.P7M', armoured(signed(pdf())),                     'pdf'],
    ['istanza.pdf.p7m', armoured(signed(pdf()), 'CMS'),              'pdf'],
    ['istanza.pdf.p7m', inBase64(signed(pdf())),                     'pdf'],
    ['istanza.pdf.p7m', joined(signed(pdf()), '\r\n\0\0'),           'pdf'],
    ['atto.pdf.p7m',    signedInPieces(pdf(' '.repeat(5000))),       'pdf'],
    ['nota.txt.p7m',    textSignedByOpenssl,                         'txt'],
    ['nota.p7m',        textSignedByOpenssl,                         'txt'],
    ['atto.pdf.p7m.p7m', signed(signed(pdf())),                      'pdf'],
    ['atto.p7m',        signed(signed(pdf())),                       'pdf'],
    ['foto.jpg.p7m',    signed(png()),                               'png'],
    ['atto.pdf.tsd',    timeStamped(pdf()),                          'pdf'],
    ['atto.pdf.p7m.tsd', timeStamped(signed(pdf())),                 'pdf'],
    ['atto.p7s',        signed(pdf()),                               'pdf'],
    ['smime.p7m',       signed(ascii('Content-Type: text/plain\r\n\r\nBuongiorno')), 'eml'],
  ])('%s is accepted, and its inner type is named', async (name, bytes, contains) => {
    expect(await inspect(bytes, name, 'report')).toMatchObject({ warnings: [], contains })
  })

  test('that has no content contains nothing', async () => {
    const extensions = ['p7s', 'p7m']
    for (const extension of extensions)
      expect(await inspect(detached(), `smime.${extension}`, 'report')).toEqual({ warnings: [], extension })
  })

  test('warns of what its content warns of', async () => {
    const active = signed(pdf('/OpenAction << /S /JavaScript /JS (1) >>'))
    expect(await inspect(active, 'atto.pdf.p7m')).toMatchObject({ warnings: ['contenuto_attivo'] })
    const withMacros = signed(await docx({ 'word/vbaProject.bin': 'x' }))
    expect(await inspect(withMacros, 'atto.docx.p7m')).toMatchObject({ warnings: ['macro'], contains: 'docx' })
  })
})

describe('a mail', () => {
  // biome-ignore format: a table
  test.each([
    ['with a photo',                        'm.eml', mailOf({ name: 'foto.jpg', bytes: jpeg() })],
    ['with a photo under another name',     'm.eml', mailOf({ name: 'foto.png', bytes: jpeg() })],
    ['with a photo without a name',         'm.eml', mailOf({ media: 'image/jpeg', bytes: jpeg() })],
    ['with a file without name and type',   'm.eml', mailOf({ bytes: pdf() })],
    ['with a name without extension',       'm.eml', mailOf({ name: 'foto', bytes: jpeg() })],
    ['with a calendar and a card',          'm.eml', mailOf({ name: 'a.ics', bytes: ascii('BEGIN:VCALENDAR') }, { name: 'b.vcf', bytes: ascii('BEGIN:VCARD') })],
    ['with a page',                         'm.eml', mailOf({ name: 'ATT1.htm', bytes: ascii('<html><p>Ciao') })],
    ['with nothing in a part',              'm.eml', mailOf({ name: 'vuoto.pdf', bytes: Buffer.alloc(0) })],
    ['with a report of delivery',           'm.eml', mailOf({ media: 'message/delivery-status', bytes: ascii('Status: 5.1.1\r\n') })],
    ['that tells of uuencode',              'm.eml', mailWithText('begin 644 the work\r\nand go on')],
    ['with a mail in it',                   'm.eml', mailOf({ media: 'message/rfc822', bytes: mailOf({ name: 'a.pdf', bytes: pdf() }) })],
    ['that is certified',                   'm.eml', certifiedMail()],
    ['of Outlook',                          'm.msg', outlookOf([{ name: 'a.pdf', bytes: pdf() }])],
    ['of Outlook with a mail in it',        'm.msg', outlookOf([], [{ name: 'a.pdf', bytes: pdf() }])],
  ])('%s is accepted by the public form', async (_what, name, bytes) => {
    expect(await inspect(bytes, name, 'report')).toMatchObject({ warnings: [] })
  })

  test('with a script in its text warns its reader', async () => {
    const warnings = ['contenuto_attivo']
    const page = mailWithText('<html><script>1</script>', 'text/html')
    expect(await inspect(page, 'm.eml', 'report')).toMatchObject({ warnings })
  })
})

interface Refused {
  readonly code: ScanCode
  readonly within?: string
}

describe('what a signed file or a mail contains passes the same checks', () => {
  const archive = zipOf({ 'nota.txt': 'x' })
  const cases: (readonly [string, string, () => Buffer | Promise<Buffer>, Refused])[] = [
    ['a program', 'a.pdf.p7m', () => signed(windowsProgram), { code: 'FILE_ESEGUIBILE', within: 'a.pdf' }],
    ['a program without a name', 'a.p7m', () => signed(windowsProgram), { code: 'FILE_ESEGUIBILE', within: 'a' }],
    ['a name of a program', 'a.exe.p7m', () => signed(pdf()), { code: 'FILE_ESEGUIBILE', within: 'a.exe' }],
    [
      'a script in a mail',
      'm.eml',
      () => mailOf({ name: 'a.bat', bytes: ascii('dir') }),
      { code: 'FILE_ESEGUIBILE', within: 'a.bat' },
    ],
    [
      'a script that is shown as a text',
      'm.eml',
      () => mailOf({ name: 'a.bat', media: 'text/plain', disposition: 'inline', bytes: ascii('dir') }),
      { code: 'FILE_ESEGUIBILE', within: 'a.bat' },
    ],
    ['another content', 'a.pdf.p7m', () => signed(jpeg()), { code: 'TIPO_ERROR', within: 'a.pdf' }],
    ['bytes of no kind', 'a.p7m', () => signed(Buffer.from([1, 2, 3])), { code: 'CONTENUTO_ERROR', within: 'a' }],
    [
      'an archive',
      'm.eml',
      async () => mailOf({ name: 'a.zip', bytes: await archive }),
      { code: 'ESTENSIONE_ERROR', within: 'a.zip' },
    ],
    [
      'a file of an unknown kind',
      'm.eml',
      () => mailOf({ name: 'winmail.dat', bytes: ascii('x') }),
      { code: 'ESTENSIONE_ERROR', within: 'winmail.dat' },
    ],
    [
      'a page as data of certified mail',
      'm.eml',
      () => mailOf({ name: 'a.xml', bytes: ascii('<html/>') }),
      { code: 'TIPO_ERROR', within: 'a.xml' },
    ],
    ['a virus', 'a.txt.p7m', () => signed(virus), { code: 'VIRUS_FOUND', within: 'a.txt' }],
    [
      'a virus in pieces',
      'a.txt.p7m',
      () => armoured(signedInPieces(joined('x'.repeat(950), virus))),
      { code: 'VIRUS_FOUND', within: 'a.txt' },
    ],
    [
      'a virus in a mail',
      'm.eml',
      () => mailOf({ name: 'a.txt', bytes: virus }),
      { code: 'VIRUS_FOUND', within: 'a.txt' },
    ],
    [
      'a virus in a text of a mail',
      'm.eml',
      () => mailOf({ media: 'text/plain', disposition: 'inline', bytes: virus }),
      { code: 'VIRUS_FOUND' },
    ],
    [
      'a virus in a mail of Outlook',
      'm.msg',
      () => outlookOf([{ name: 'a.txt', bytes: virus }]),
      { code: 'VIRUS_FOUND', within: 'a.txt' },
    ],
    [
      'a virus in a mail in it',
      'm.msg',
      () => outlookOf([], [{ name: 'a.txt', bytes: virus }]),
      { code: 'VIRUS_FOUND', within: 'a.txt' },
    ],
    [
      'a virus in an archive in it',
      'a.zip.p7m',
      async () => signed(await zipOf({ 'a.txt': virus })),
      { code: 'ESTENSIONE_ERROR', within: 'a.zip' },
    ],
    [
      'a mail for its recipient',
      'm.eml',
      () => mailOf({ name: 'smime.p7m', bytes: enveloped() }),
      { code: 'CONTENUTO_ERROR', within: 'smime.p7m' },
    ],
    ['the same alone', 'smime.p7m', enveloped, { code: 'CONTENUTO_ERROR' }],
    [
      'a piece of a mail',
      'm.eml',
      () => mailOf({ media: 'message/partial', bytes: ascii('x') }),
      { code: 'CONTENUTO_ERROR' },
    ],
    [
      'a file written into the text',
      'm.eml',
      () => mailWithText(`begin 644 a.exe\r\nM${'A'.repeat(60)}\r\n\`\r\nend`),
      { code: 'CONTENUTO_ERROR', within: 'a.exe' },
    ],
    ['no signature at all', 'a.pdf.p7m', () => pdf(), { code: 'TIPO_ERROR' }],
    ['a signature cut off', 'a.pdf.p7m', () => signed(pdf()).subarray(0, -9), { code: 'TIPO_ERROR' }],
    ['more behind the signature', 'a.pdf.p7m', () => joined(signed(pdf()), windowsProgram), { code: 'TIPO_ERROR' }],
    ['no mail at all', 'm.eml', () => pdf(), { code: 'TIPO_ERROR' }],
    ['no mail of Outlook', 'm.msg', () => pdf(), { code: 'TIPO_ERROR' }],
  ]

  test.each(cases)('%s is refused', async (_what, name, make, refused) => {
    expect(await inspect(await make(), name, 'report')).toEqual(refused)
  })

  test('an archive in a mail of the office is inspected as one', async () => {
    const good = mailOf({ name: 'a.zip', bytes: await archive })
    expect(await inspect(good, 'm.eml', 'case')).toMatchObject({ warnings: [] })
    const bad = mailOf({ name: 'a.zip', bytes: await zipOf({ 'a.txt': virus }) })
    expect(await inspect(bad, 'm.eml', 'case')).toEqual({ code: 'VIRUS_FOUND', within: 'a.zip' })
  })
})

describe('files within files', () => {
  test.each([1, 2, 3])('%s deep are inspected', async (levels) => {
    expect(await inspect(within(levels, 'a.pdf', pdf()), 'm.eml', 'report')).toMatchObject({ warnings: [] })
    expect(await inspect(within(levels, 'a.txt', virus), 'm.eml', 'report')).toMatchObject({ code: 'VIRUS_FOUND' })
    expect(await inspect(within(levels, 'a.pdf', windowsProgram), 'm.eml', 'report')).toMatchObject({
      code: 'FILE_ESEGUIBILE',
      within: 'a.pdf',
    })
  })

  test('deeper than three are refused, and a signature alone is no level', async () => {
    expect(await inspect(within(4, 'a.pdf', pdf()), 'm.eml', 'report')).toMatchObject({ code: 'LIVELLI_ERROR' })
    expect(await inspect(within(3, 'smime.p7s', detached()), 'm.eml', 'report')).toMatchObject({ warnings: [] })
  })
})

describe('parts of certified mail', () => {
  const doctype =
    '<?xml version="1.0"?>\n<!-- protocollo -->\n<!DOCTYPE Segnatura SYSTEM "Segnatura.dtd">\n<Segnatura/>'
  // biome-ignore format: a table
  test.each([
    ['its data',                         'daticert.xml',   daticert,                                       undefined],
    ['its data in UTF-16',               'daticert.xml',   Buffer.from('\ufeff<?xml version="1.0"?><postacert/>', 'utf16le'), undefined],
    ['the data of a registry',           'Segnatura.xml',  ascii(doctype),                                 undefined],
    ['other XML',                        'fattura.xml',    ascii('<?xml version="1.0"?><Fattura/>'),       'TIPO_ERROR'],
    ['XML that a browser shows',         'daticert.xml',   ascii('<?xml-stylesheet href="a.xsl"?><postacert/>'), 'TIPO_ERROR'],
    ['XML with an entity',               'daticert.xml',   ascii('<!DOCTYPE postacert [<!ENTITY a "b">]><postacert/>'), 'TIPO_ERROR'],
    ['a name in a comment',              'daticert.xml',   ascii('<!-- <postacert/> --><script/>'),        'TIPO_ERROR'],
    ['an opened comment',                'daticert.xml',   ascii('<!-- <postacert/>'),                     'TIPO_ERROR'],
  ])('%s', async (_what, name, bytes, code) => {
    const found = await inspect(bytes, name)
    expect('code' in found ? found.code : undefined).toBe(code)
  })
})

test('changed bytes of containers are inspected without an error, and hide no program', {
  timeout: 120_000,
}, async () => {
  const containers: readonly (readonly [string, Buffer])[] = [
    ['a.pdf.p7m', signed(windowsProgram)],
    ['a.pdf.p7m', armoured(signed(windowsProgram))],
    ['a.pdf.p7m', signedInPieces(joined(windowsProgram, Buffer.alloc(3000)))],
    ['a.pdf.tsd', timeStamped(windowsProgram)],
    ['m.eml', mailOf({ name: 'a.pdf', bytes: windowsProgram })],
    ['m.eml', within(3, 'a.pdf', windowsProgram)],
    ['m.msg', outlookOf([{ name: 'a.pdf', bytes: windowsProgram }])],
  ]
  const areas: readonly AttachmentArea[] = ['report', 'case']
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...containers),
      fc.constantFrom(...areas),
      fc.array(fc.tuple(fc.nat(6000), fc.uint8Array({ minLength: 1, maxLength: 6 })), { maxLength: 4 }),
      async ([name, whole], area, changes) => {
        const bytes = Buffer.from(whole)
        for (const [at, change] of changes)
          bytes.set(change.slice(0, Math.max(0, bytes.length - at)), Math.min(at, bytes.length))
        const found = await inspect(bytes, name, area)
        // A changed container may be another file or an empty one, but what is still a program is refused.
        if (!('code' in found)) expect(found.contains ?? '').not.toBe('pdf')
      },
    ),
    { numRuns: 500 },
  )
})
