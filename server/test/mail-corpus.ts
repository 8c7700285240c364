import type { MailKind } from '@portal/contract'
import type { MailboxName } from '#platform/database/tables/mailbox.tables.ts'
import {
  bounceOf,
  certifiedMail,
  crlf,
  mailOf,
  nextId,
  partOf,
  plain,
  receiptOf,
  signature,
  textFile,
  withParts,
} from './mail-shapes.ts'
import { docx } from './make-files.ts'

export interface MailSample {
  readonly name: string
  readonly mailbox: MailboxName
  readonly bytes: Buffer
  readonly kind: MailKind
  /** What its entry shows; undefined for what is not checked. */
  readonly shows?: {
    readonly sender?: string
    readonly senderName?: string
    readonly subject?: string
    readonly text?: string | RegExp
    readonly files?: readonly string[]
    readonly isCertified?: boolean
  }
}

const unknownId = '<1760000000000.999@posta.example>'
const nested = (depth: number): string =>
  depth === 0
    ? partOf(plain('in fondo'))
    : `Content-Type: multipart/mixed; boundary="b${depth}"\n\n--b${depth}\n${nested(depth - 1)}\n--b${depth}--\n`

const ordinary = (
  name: string,
  bytes: Buffer,
  shows: MailSample['shows'] = {},
  kind: MailKind = 'message',
): MailSample => ({
  name,
  mailbox: 'ordinary',
  bytes,
  kind,
  shows,
})
const certified = (
  name: string,
  bytes: Buffer,
  shows: MailSample['shows'] = {},
  kind: MailKind = 'message',
): MailSample => ({
  ...ordinary(name, bytes, shows, kind),
  mailbox: 'certified',
})

const latin1 = (text: string) => Buffer.from(text, 'latin1')
const html =
  '<html><head><style>p{color:red}</style></head><body><p>Ciao, <b>sono io</b>.</p><img src="https://spia.example/x.gif"><p>Secondo</p></body></html>'

/** The mails, each with what its entry shows. */
const corpusWith = (bomb: Buffer): readonly MailSample[] => [
  ordinary('plain text', mailOf({}), {
    sender: 'anna@posta.example',
    senderName: 'Anna Bianchi',
    text: /vorrei segnalare/,
  }),
  ordinary('no name of the sender', mailOf({ From: 'luca@posta.example' }), {
    sender: 'luca@posta.example',
    senderName: '',
  }),
  ordinary('an empty subject', mailOf({ Subject: '' }), { subject: '' }),
  ordinary('no subject', mailOf({ Subject: undefined }), { subject: '' }),
  ordinary('no date', mailOf({ Date: undefined }), {}),
  ordinary('a wrong date', mailOf({ Date: 'ieri sera' }), {}),
  ordinary('no Message-ID', mailOf({ 'Message-ID': undefined, Subject: 'Senza id' }), { subject: 'Senza id' }),
  ordinary('no sender', mailOf({ From: undefined }), { sender: '' }),
  ordinary('HTML alone', mailOf({ 'Content-Type': 'text/html; charset=utf-8' }, html), {
    text: /^Ciao, sono io\.\n+Secondo$/,
  }),
  ordinary(
    'text and HTML',
    withParts({}, [plain('Il testo.'), { type: 'text/html', body: html }], 'multipart/alternative'),
    { text: 'Il testo.' },
  ),
  ordinary(
    'HTML with scripts',
    mailOf({ 'Content-Type': 'text/html' }, '<script>alert(1)</script><p onclick="x()">Solo parole</p>'),
    { text: 'Solo parole' },
  ),
  ordinary('latin1', mailOf({ 'Content-Type': 'text/plain; charset=iso-8859-1' }, latin1('Perché è così')), {
    text: 'Perché è così',
  }),
  ordinary(
    'windows-1252',
    mailOf({ 'Content-Type': 'text/plain; charset=windows-1252' }, Buffer.from([0x93, 0x63, 0x69, 0x94])),
    { text: '“ci”' },
  ),
  ordinary('an unknown charset', mailOf({ 'Content-Type': 'text/plain; charset=x-marziano' }, 'ciao'), {
    text: 'ciao',
  }),
  ordinary('koi8-r', mailOf({ 'Content-Type': 'text/plain; charset=koi8-r' }, Buffer.from([0xf0, 0xd2, 0xc9])), {
    text: 'При',
  }),
  ordinary(
    'gb18030',
    mailOf({ 'Content-Type': 'text/plain; charset=gb18030' }, Buffer.from([0xc4, 0xe3, 0xba, 0xc3])),
    { text: '你好' },
  ),
  ordinary('shift_jis', mailOf({ 'Content-Type': 'text/plain; charset=shift_jis' }, Buffer.from([0x82, 0xa0])), {
    text: 'あ',
  }),
  ordinary('Arabic', mailOf({ Subject: '=?utf-8?B?2LTZg9mI2Yk=?=' }, 'مرحبا\n'), { subject: 'شكوى', text: 'مرحبا' }),
  ordinary('quoted-printable', mailOf({ 'Content-Transfer-Encoding': 'quoted-printable' }, 'Perch=C3=A9 =\nno\n'), {
    text: 'Perché no',
  }),
  ordinary(
    'base64 text',
    mailOf({ 'Content-Transfer-Encoding': 'base64' }, `${Buffer.from('Tutto bene').toString('base64')}\n`),
    { text: 'Tutto bene' },
  ),
  ordinary(
    'encoded words',
    mailOf({
      From: '=?iso-8859-1?Q?Jos=E9?= =?utf-8?Q?_Nu=C3=B1ez?= <jose@posta.example>',
      Subject: '=?utf-8?Q?Perch=C3=A9?=',
    }),
    { senderName: 'José Nuñez', subject: 'Perché' },
  ),
  ordinary('a broken encoded word', mailOf({ Subject: '=?utf-8?B?!!!' }), {}),
  ordinary('a raw UTF-8 header', mailOf({ Subject: 'Così è' }), { subject: 'Così è' }),
  ordinary('a folded subject', mailOf({ Subject: 'Una\n molto\n lunga' }), { subject: 'Una molto lunga' }),
  ordinary('an attachment', withParts({}, [plain('Vedi.'), textFile]), { text: 'Vedi.', files: ['nota.txt'] }),
  ordinary(
    'an attachment with an encoded name',
    withParts({}, [
      plain('x'),
      {
        type: 'text/plain; name="=?utf-8?Q?perch=C3=A9.txt?="',
        body: Buffer.from('a'),
        more: ['Content-Disposition: attachment'],
      },
    ]),
    { files: ['perché.txt'] },
  ),
  ordinary(
    'an attachment with a name by RFC 2231',
    withParts({}, [
      plain('x'),
      {
        type: 'text/plain',
        body: Buffer.from('b'),
        more: ["Content-Disposition: attachment; filename*=utf-8''cos%C3%AC.txt"],
      },
    ]),
    { files: ['così.txt'] },
  ),
  ordinary(
    'an attachment without a name',
    withParts({}, [
      plain('x'),
      { type: 'image/png', body: Buffer.from('c'), more: ['Content-Disposition: attachment'] },
    ]),
    { files: ['allegato-1'] },
  ),
  ordinary(
    'a forwarded mail as attachment',
    withParts({}, [
      plain('Inoltro.'),
      { type: 'message/rfc822', body: mailOf({ Subject: 'Dentro' }, 'testo interno').toString() },
    ]),
    { text: 'Inoltro.', files: ['messaggio-1.eml'] },
  ),
  ordinary(
    'a signed mail (S/MIME)',
    withParts({}, [plain('Firmata.'), signature], 'multipart/signed; protocol="application/pkcs7-signature"'),
    { text: 'Firmata.', files: [] },
  ),
  ordinary(
    'winmail.dat',
    withParts({}, [
      plain('Da Outlook.'),
      { type: 'application/ms-tnef', name: 'winmail.dat', body: Buffer.from('789f3e22', 'hex') },
    ]),
    { files: ['winmail.dat'] },
  ),
  ordinary(
    'a program',
    withParts({}, [plain('Apri!'), { type: 'application/octet-stream', name: 'fattura.exe', body: Buffer.from('MZ') }]),
    { files: ['fattura.exe'] },
  ),
  ordinary(
    'a zip bomb',
    withParts({}, [plain('Apri!'), { type: 'application/octet-stream', name: 'tutto.docx', body: bomb }]),
    { files: ['tutto.docx'] },
  ),
  ordinary(
    'a broken multipart',
    mailOf({ 'Content-Type': 'multipart/mixed; boundary="mai"' }, 'Testo prima dei confini\n'),
    {},
  ),
  ordinary(
    'an unfinished multipart',
    mailOf({ 'Content-Type': 'multipart/mixed; boundary="b"' }, '--b\nContent-Type: text/plain\n\nComincia'),
    { text: 'Comincia' },
  ),
  ordinary('a multipart without a boundary', mailOf({ 'Content-Type': 'multipart/mixed' }, 'Testo'), {}),
  ordinary(
    'deep nesting',
    Buffer.from(crlf(`From: x@posta.example\nMessage-ID: ${nextId()}\nSubject: Profonda\n${nested(400)}`)),
    { subject: 'Profonda' },
    'unreadable',
  ),
  ordinary('line ends of Unix', Buffer.from(mailOf({ Subject: 'Unix' }).toString().replaceAll('\r\n', '\n')), {
    subject: 'Unix',
  }),
  ordinary('zeros in the text', mailOf({}, 'uno\0due\n'), { text: /^uno.?due$/ }),
  ordinary(
    '20 MB',
    withParts({ Subject: 'Grande' }, [
      plain('Pesante.'),
      { type: 'application/octet-stream', name: 'video.mp4', body: Buffer.alloc(14.5 * 1024 * 1024, 7) },
    ]),
    { text: 'Pesante.', files: ['video.mp4'] },
  ),
  ordinary(
    '26 MB',
    withParts({ Subject: 'Troppo grande' }, [
      plain('Enorme.'),
      { type: 'application/octet-stream', name: 'video.mp4', body: Buffer.alloc(20 * 1024 * 1024, 7) },
    ]),
    { subject: 'Troppo grande', sender: 'anna@posta.example', text: '' },
    'oversized',
  ),
  ordinary(
    'an absence note',
    mailOf({ 'Auto-Submitted': 'auto-replied', Subject: 'Fuori ufficio' }),
    { subject: 'Fuori ufficio' },
    'automatic',
  ),
  ordinary('a newsletter', mailOf({ Precedence: 'bulk' }), {}, 'automatic'),
  ordinary('a bounce of a mail that is not ours', bounceOf(unknownId), {}, 'receipt'),
  ordinary('what looks certified in an ordinary mailbox', certifiedMail(mailOf({ Subject: 'Finta' })), {
    isCertified: false,
  }),
  certified(
    'certified mail',
    certifiedMail(withParts({ From: 'Anna <anna@pec.example>', Subject: 'Vera' }, [plain('Ecco.'), textFile])),
    { isCertified: true, subject: 'Vera', sender: 'anna@pec.example', text: 'Ecco.', files: ['nota.txt'] },
  ),
  certified(
    'an anomaly: ordinary mail to a certified mailbox',
    certifiedMail(mailOf({ Subject: 'Da fuori' }), 'errore'),
    { isCertified: false, subject: 'Da fuori', sender: 'anna@posta.example' },
  ),
  certified('a receipt of acceptance', receiptOf('accettazione', unknownId), {}, 'receipt'),
  certified('a receipt of delivery', receiptOf('avvenuta-consegna', unknownId), {}, 'receipt'),
  certified('a notice of failed delivery', receiptOf('errore-consegna', unknownId, 'no-dest'), {}, 'receipt'),
]

/** Fifty mails of shapes that offices receive, one of them with a file that unpacks to 200 MB. */
export const mailCorpus = async (): Promise<readonly MailSample[]> =>
  corpusWith(await docx({ 'word/document.xml': Buffer.alloc(200 * 1024 * 1024) }))
