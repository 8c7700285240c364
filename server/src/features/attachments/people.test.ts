import type { AttachmentArea, ScanCode } from '@portal/contract'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Caller, startTestApp, type TestApp } from '../../../test/build-app.ts'
import {
  certifiedMail,
  compoundOf,
  daticert,
  mailOf,
  openPdfOfRevisionSix,
  outlookOf,
  pdfOfRevisionSix,
  protectedPdf,
  signed,
} from '../../../test/container-files.ts'
import { carriers } from '../../../test/files-with-traces.ts'
import { ascii, benignFiles, gif, heicPhoto, joined, jpeg, pdf, png, zipOf } from '../../../test/make-files.ts'
import { newVisitor, scanPaths, upload } from '../../../test/upload.ts'

let portal: TestApp
let manager: Caller
beforeAll(async () => {
  portal = await startTestApp({ env: { SCANS_PER_MINUTE: '10000' } })
  manager = await portal.as('manager')
})
afterAll(() => portal.close())
afterEach(() => portal.database.pool.query('delete from files'))

interface Taken {
  readonly name?: string
  readonly extension?: string
  readonly contains?: string
  readonly warnings?: readonly string[]
}
/** A file as people have them: for which form, its name, its bytes, and what becomes of it. */
type Row = readonly [
  area: AttachmentArea,
  name: string,
  bytes: Buffer | Promise<Buffer>,
  becomes: Taken | Exclude<ScanCode, 'SUCCESS_ANTIVIRUS'>,
]

const sample = (extension: string) => Promise.resolve((benignFiles[extension] as () => Buffer | Promise<Buffer>)())
const photo = Buffer.from(carriers.find(({ what }) => what === 'a photo, little-endian')?.bytes ?? [])
/** The first bytes of a document of Word: its version, and the flag of encryption. */
const word = (flags: number) => {
  const bytes = Buffer.alloc(512)
  bytes.writeUInt16LE(0xa5ec, 0)
  bytes.writeUInt16LE(flags, 10)
  return compoundOf({ WordDocument: bytes })
}
/** Records of a workbook: its beginning, and that of a password. */
const workbook = (record: string) =>
  compoundOf({ Workbook: joined(Buffer.from(`0908040000060500${record}`, 'hex'), Buffer.alloc(64)) })
const slides = (token: string) =>
  compoundOf({
    'PowerPoint Document': Buffer.alloc(64),
    'Current User': Buffer.from(`0000f60f1400000014000000${token}00000000`, 'hex'),
  })
const odt = (manifest: string) =>
  zipOf({ mimetype: 'application/vnd.oasis.opendocument.text', 'content.xml': 'x', 'META-INF/manifest.xml': manifest })
const encryptedManifest =
  '<manifest:manifest><manifest:file-entry><manifest:encryption-data/></manifest:file-entry></manifest:manifest>'

// biome-ignore format: a table
const groups: Readonly<Record<string, readonly Row[]>> = {
  'signed files': [
    ['report',     'istanza.pdf.p7m',       signed(pdf()),                   { contains: 'pdf' }],
    ['case',       'istanza.pdf.p7m',       signed(pdf()),                   { contains: 'pdf' }],
    ['assistance', 'istanza.pdf.p7m',       signed(pdf()),                   'ESTENSIONE_ERROR'],
    ['report',     'istanza.pdf.p7m',       pdf(),                           'TIPO_ERROR'],
    ['report',     'istanza.pdf',           signed(pdf()),                   'TIPO_ERROR'],
    ['report',     'istanza.exe.p7m',       signed(pdf()),                   'FILE_ESEGUIBILE'],
    ['report',     'istanza.zip.p7m',       signed(pdf()),                   'ESTENSIONE_ERROR'],
  ],
  'mails': [
    ['report',     'messaggio.eml',         mailOf({ name: 'a.pdf', bytes: pdf() }), {}],
    ['report',     'messaggio.msg',         outlookOf([{ name: 'a.pdf', bytes: pdf() }]), {}],
    ['assistance', 'messaggio.eml',         mailOf(),                        'ESTENSIONE_ERROR'],
    ['report',     'postacert.eml',         certifiedMail(),                 {}],
    ['case',       'postacert.eml',         certifiedMail(),                 {}],
    ['case',       'daticert.xml',          daticert,                        {}],
    ['report',     'daticert.xml',          daticert,                        'ESTENSIONE_ERROR'],
    ['case',       'fattura.xml',           ascii('<fattura/>'),             'TIPO_ERROR'],
  ],
  'pictures under the extension of another': [
    ['report',     'foto.jpg',              sample('webp'),                  { name: 'foto.webp', extension: 'webp' }],
    ['report',     'foto.jpg',              png(),                           { name: 'foto.png', extension: 'png' }],
    ['report',     'foto.jpg',              heicPhoto,                       { name: 'foto.heic', extension: 'heic' }],
    ['report',     'foto.PNG',              jpeg(),                          { name: 'foto.jpg', extension: 'jpg' }],
    ['report',     'foto.heic',             jpeg(),                          { name: 'foto.jpg', extension: 'jpg' }],
    ['report',     'foto.heic',             sample('avif'),                  { name: 'foto.avif', extension: 'avif' }],
    ['assistance', 'foto.jpg',              png(),                           { name: 'foto.png', extension: 'png' }],
    ['assistance', 'foto.jpg',              heicPhoto,                       'TIPO_ERROR'],
    ['report',     'FOTO.JPEG',             jpeg(),                          { name: 'FOTO.JPEG', extension: 'jpeg' }],
    ['report',     'foto.heif',             heicPhoto,                       { name: 'foto.heif', extension: 'heif' }],
    ['report',     `${'f'.repeat(96)}.jpg`, sample('webp'),                  { name: `${'f'.repeat(94)}.webp`, extension: 'webp' }],
    ['report',     'foto.jpg',              pdf(),                           'TIPO_ERROR'],
    ['report',     'foto.pdf',              jpeg(),                          'TIPO_ERROR'],
    ['report',     'foto.png',              joined(gif(), '<script>'),       'TIPO_ERROR'],
  ],
  'pictures that browsers save': [
    ['report',     'download.jfif',         jpeg(),                          { name: 'download.jpg', extension: 'jpg' }],
    ['assistance', 'download.JFIF',         jpeg(),                          { name: 'download.jpg', extension: 'jpg' }],
    ['report',     'download.jfif',         png(),                           { name: 'download.png', extension: 'png' }],
    ['report',     'download.jfif',         pdf(),                           'TIPO_ERROR'],
    ['report',     'foto.avif',             sample('avif'),                  { extension: 'avif' }],
    ['assistance', 'foto.avif',             sample('avif'),                  'ESTENSIONE_ERROR'],
  ],
  'PDFs with a password': [
    ['report',     'atto.pdf',              protectedPdf('1.3', 'segreta'),  { warnings: ['password'] }],
    ['report',     'atto.pdf',              protectedPdf('1.4', 'segreta'),  { warnings: ['password'] }],
    ['report',     'atto.pdf',              protectedPdf('1.6', 'segreta'),  { warnings: ['password'] }],
    ['report',     'atto.pdf',              protectedPdf('1.7', 'segreta'),  { warnings: ['password'] }],
    ['report',     'atto.pdf',              protectedPdf('1.7ext3', 'segreta'), { warnings: ['password'] }],
    ['report',     'atto.pdf',              pdfOfRevisionSix,                { warnings: ['password'] }],
    ['report',     'atto.pdf',              protectedPdf('1.3', undefined),  {}],
    ['report',     'atto.pdf',              protectedPdf('1.4', undefined),  {}],
    ['report',     'atto.pdf',              protectedPdf('1.6', undefined),  {}],
    ['report',     'atto.pdf',              protectedPdf('1.7', undefined),  {}],
    ['report',     'atto.pdf',              protectedPdf('1.7ext3', undefined), {}],
    ['report',     'atto.pdf',              openPdfOfRevisionSix,            {}],
    ['report',     'atto.pdf.p7m',          signed(pdfOfRevisionSix),        { warnings: ['password'], contains: 'pdf' }],
  ],
  'documents with a password': [
    ['report',     'protected.docx',        compoundOf({ EncryptedPackage: Buffer.alloc(64), EncryptionInfo: Buffer.alloc(64) }), 'PASSWORD_ERROR'],
    ['report',     'protected.doc',         word(0x0100),                    'PASSWORD_ERROR'],
    ['report',     'aperto.doc',            word(0x0200),                    {}],
    ['report',     'protected.xls',         workbook('2f000600000000000000'), 'PASSWORD_ERROR'],
    ['report',     'aperto.xls',            workbook('42000200b004'),        {}],
    ['report',     'protected.ppt',         slides('dfc4d1f3'),              'PASSWORD_ERROR'],
    ['report',     'aperto.ppt',            slides('5fc091e3'),              {}],
    ['report',     'protected.odt',         odt(encryptedManifest),          'PASSWORD_ERROR'],
    ['report',     'aperto.odt',            odt('<manifest:manifest/>'),     {}],
    ['report',     'protected.docx.p7m',    signed(compoundOf({ EncryptedPackage: Buffer.alloc(64) })), 'PASSWORD_ERROR'],
  ],
  'names and texts that look like programs': [
    ['report',     'Ord. MSI.png',          png(),                           { name: 'Ord. MSI.png' }],
    ['report',     'via Bat. 12.pdf',       pdf(),                           {}],
    ['report',     'sig. Cmd finale.pdf',   pdf(),                           {}],
    ['report',     'Ord.MSI.png',           png(),                           'FILE_ESEGUIBILE'],
    ['report',     'fattura.exe .pdf',      pdf(),                           'FILE_ESEGUIBILE'],
    ['report',     'Ordine. MSI',           png(),                           'ESTENSIONE_ERROR'],
    ['report',     'nota.txt',              ascii('FWS: inoltrato'),         {}],
    ['report',     'nota.txt',              ascii('CWS e ZWS sono sigle'),   {}],
    ['report',     'nota.txt',              ascii('MSCF, ITSF, hsqs, Cr24'), {}],
    ['report',     'nota.txt',              ascii('MZ è una sigla'),         {}],
    ['report',     'nota.txt',              ascii('#!importante: mi hanno cacciato'), {}],
    ['report',     'nota.txt',              ascii('Echo on the wall said go home'), {}],
    ['report',     'nota.txt',              ascii('the start-process was slow'), {}],
    ['report',     'nota.txt',              joined('FWS', Buffer.from([9, 0x20, 0, 0, 0])), 'FILE_ESEGUIBILE'],
    ['report',     'nota.pdf',              joined('CWS', Buffer.from([10, 0x20, 1, 0, 0])), 'FILE_ESEGUIBILE'],
    ['report',     'nota.txt',              joined('MSCF', Buffer.alloc(40)), 'FILE_ESEGUIBILE'],
    ['report',     'nota.txt',              ascii('#! /usr/bin/env node\n'), 'FILE_ESEGUIBILE'],
    ['report',     'nota.txt',              ascii('echo off\r\ndel *.*'),    'FILE_ESEGUIBILE'],
    ['report',     'nota.txt',              ascii('Start-Process calc.exe'), 'FILE_ESEGUIBILE'],
  ],
  'names': [
    ['report',     'nome "tra virgolette".png', png(),                       { name: 'nome _tra virgolette_.png' }],
    ['report',     'sconto 22%.png',        png(),                           { name: 'sconto 22%.png' }],
    ['report',     'due\r\nrighe.png',      png(),                           { name: 'duerighe.png' }],
  ],
  'a photo with coordinates and an author': [
    ['report',     'foto.jpg',              photo,                           { warnings: ['luogo', 'autore'] }],
    ['report',     'foto.jpg.p7m',          signed(photo),                   { warnings: ['luogo', 'autore'], contains: 'jpg' }],
    ['report',     'foto.jpg',              jpeg(),                          {}],
  ],
}

describe.each(Object.entries(groups))('%s', (_group, rows) => {
  test.each(rows.map((row, index) => [`${index + 1}. ${row[1]}, ${row[0]}`, row] as const))(
    '%s',
    async (_title, row) => {
      const [area, name, bytes, becomes] = row
      const caller = area === 'case' ? manager : newVisitor(portal)
      const { body } = await upload(caller, scanPaths[area], { name, bytes: await bytes })
      const { codice, allegato } = body.result
      if (typeof becomes === 'string') return expect(codice).toBe(becomes)
      const { warnings, contains, ...named } = becomes
      expect(codice).toBe('SUCCESS_ANTIVIRUS')
      expect(allegato).toMatchObject({
        nomeFile: named.name ?? name,
        ...(named.extension !== undefined && { estensione: named.extension }),
      })
      expect({ warnings: allegato.avvertenze, contains: allegato.tipo_contenuto }).toEqual({ warnings, contains })
    },
  )
})

test('a refusal names the file within, and a repeat knows what was signed', async () => {
  const refused = mailOf({ name: 'programma.exe', bytes: ascii('x') })
  const visitor = newVisitor(portal)
  const { body } = await upload(visitor, scanPaths.report, { name: 'm.eml', bytes: refused })
  expect(body.result).toEqual({ codice: 'FILE_ESEGUIBILE', nome_contenuto: 'programma.exe' })
  const file = { name: 'istanza.pdf.p7m', bytes: signed(pdf()) }
  for (const key of ['uno', 'due']) {
    const again = await upload(visitor, scanPaths.report, file, { 'idempotency-key': key })
    expect(again.body.result.allegato.tipo_contenuto).toBe('pdf')
  }
})
