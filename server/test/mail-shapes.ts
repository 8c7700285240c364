let last = 0
/** A header of its own for each mail, unless a sample brings its own. */
export const nextId = () => `<prova-${++last}@posta.example>`

type Headers = Readonly<Record<string, string | undefined>>

export const crlf = (text: string) => text.replaceAll(/\r?\n/g, '\r\n')

/** A mail as bytes; a header that is undefined is left out. */
export function mailOf(headers: Headers, body: string | Buffer = 'Buongiorno, vorrei segnalare un fatto.\n'): Buffer {
  const all: Headers = {
    From: 'Anna Bianchi <anna@posta.example>',
    To: 'ufficio@posta.example',
    Subject: 'Una segnalazione',
    Date: 'Fri, 20 Nov 2026 09:00:00 +0100',
    'Message-ID': nextId(),
    'MIME-Version': '1.0',
    'Content-Type': 'text/plain; charset=utf-8',
    ...headers,
  }
  const lines = Object.entries(all).flatMap(([key, value]) => (value === undefined ? [] : [`${key}: ${value}`]))
  const head = Buffer.from(`${crlf(lines.join('\n'))}\r\n\r\n`)
  return Buffer.concat([head, typeof body === 'string' ? Buffer.from(crlf(body)) : body])
}

interface Part {
  readonly type: string
  readonly name?: string
  readonly body: string | Buffer
  readonly more?: readonly string[]
}

export function partOf({ type, name, body, more = [] }: Part): string {
  const lines = [
    `Content-Type: ${type}`,
    ...(name ? [`Content-Disposition: attachment; filename="${name}"`] : []),
    ...(Buffer.isBuffer(body) ? ['Content-Transfer-Encoding: base64'] : []),
    ...more,
  ]
  const text = Buffer.isBuffer(body) ? body.toString('base64').replaceAll(/.{76}/g, '$&\n') : body
  return `${lines.join('\n')}\n\n${text}\n`
}

const multipart = (boundary: string, parts: readonly Part[]) =>
  `${parts.map((part) => `--${boundary}\n${partOf(part)}`).join('')}--${boundary}--\n`

export function withParts(headers: Headers, parts: readonly Part[], type = 'multipart/mixed') {
  const boundary = `confine-${++last}`
  return mailOf({ 'Content-Type': `${type}; boundary="${boundary}"`, ...headers }, multipart(boundary, parts))
}

export const plain = (body: string): Part => ({ type: 'text/plain; charset=utf-8', body })
export const textFile: Part = { type: 'text/plain', name: 'nota.txt', body: Buffer.from('Ecco la nota.') }

interface Certificate {
  readonly kind: string
  readonly sender?: string
  readonly messageId?: string
  readonly error?: string
}

/** The data of certification, as providers write them. */
const certificate = ({
  kind,
  sender = 'anna@pec.example',
  messageId = '',
  error = 'nessuno',
}: Certificate) => `<?xml version="1.0" encoding="UTF-8"?>
<postacert tipo="${kind}" errore="${error}">
  <intestazione>
    <mittente>${sender}</mittente>
    <destinatari tipo="certificato">ufficio@pec.example</destinatari>
    <risposte>${sender}</risposte>
    <oggetto>Una segnalazione</oggetto>
  </intestazione>
  <dati>
    <gestore-emittente>Gestore di prova</gestore-emittente>
    <data zona="+0100"><giorno>20/11/2026</giorno><ora>09:30:00</ora></data>
    <identificativo>opec1@pec.example</identificativo>
    <msgid>${messageId.replace('<', '&lt;').replace('>', '&gt;')}</msgid>
  </dati>
</postacert>`

export const signature: Part = {
  type: 'application/pkcs7-signature; name=smime.p7s',
  name: 'smime.p7s',
  body: Buffer.from('firma'),
}

/** A mail in the envelope of certified mail; `transport` is `errore` for one that came from elsewhere. */
export const certifiedMail = (inner: Buffer, transport = 'posta-certificata') =>
  withParts(
    {
      From: '"Per conto di: anna@pec.example" <posta-certificata@pec.example>',
      Subject: 'POSTA CERTIFICATA: Una segnalazione',
      'X-Trasporto': transport,
    },
    [{ type: 'multipart/mixed; boundary="busta"', body: envelope(inner, transport) }, signature],
    'multipart/signed; protocol="application/pkcs7-signature"',
  )

const envelope = (inner: Buffer, transport: string) =>
  multipart('busta', [
    plain('Messaggio di posta certificata'),
    ...(transport === 'errore'
      ? []
      : [
          {
            type: 'application/xml; name="daticert.xml"',
            name: 'daticert.xml',
            body: Buffer.from(certificate({ kind: transport })),
          },
        ]),
    {
      type: 'message/rfc822; name="postacert.eml"',
      body: inner.toString('utf8'),
      more: ['Content-Disposition: inline; filename="postacert.eml"'],
    },
  ])

/** A receipt of certified mail about a mail of the portal. */
export const receiptOf = (kind: string, messageId: string, error = 'nessuno') =>
  withParts(
    {
      From: 'posta-certificata@pec.example',
      Subject: `${kind.toUpperCase()}: Una lettera`,
      'X-Ricevuta': kind,
      'X-Riferimento-Message-ID': messageId,
    },
    [
      plain(`Ricevuta di ${kind}`),
      {
        type: 'application/xml; name="daticert.xml"',
        name: 'daticert.xml',
        body: Buffer.from(certificate({ kind, messageId, error, sender: 'ufficio@pec.example' })),
      },
    ],
  )

/** A report of a mail server about a mail of the portal (RFC 3464). */
export const bounceOf = (messageId: string, { action = 'failed', status = '5.1.1' } = {}) =>
  withParts(
    {
      From: 'Mail Delivery System <MAILER-DAEMON@mx.posta.example>',
      Subject: 'Undelivered Mail Returned to Sender',
      'Return-Path': '<>',
      'Auto-Submitted': 'auto-replied',
    },
    [
      plain('This is the mail system.'),
      {
        type: 'message/delivery-status',
        body: `Reporting-MTA: dns; mx.posta.example\n\nFinal-Recipient: rfc822; chi@posta.example\nAction: ${action}\nStatus: ${status}\nDiagnostic-Code: smtp; 550 ${status} User unknown\n`,
      },
      { type: 'text/rfc822-headers', body: `Message-ID: ${messageId}\nSubject: Una lettera\n` },
    ],
    'multipart/report; report-type=delivery-status',
  )
