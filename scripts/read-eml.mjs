/** Decodes the encoded words of a header (RFC 2047), such as =?UTF-8?Q?Caff=C3=A8?=. */
const decodeWords = (text) =>
  text
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?([\w-]+)\?([BQ])\?([^?]*)\?=/gi, (_word, charset, kind, body) =>
      decodeBody(kind.toUpperCase() === 'B' ? 'base64' : 'quoted-printable', body.replaceAll('_', ' '), charset),
    )

/** Decodes the body of a mail part by its transfer encoding (RFC 2045). */
function decodeBody(encoding, body, charset = 'utf-8') {
  if (encoding === 'base64') return new TextDecoder(charset).decode(Buffer.from(body, 'base64'))
  if (encoding !== 'quoted-printable') return body
  const unwrapped = body.replace(/=[ \t]*\r?\n/g, '')
  const bytes = unwrapped.replace(/=([0-9A-F]{2})/gi, (_code, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
  return new TextDecoder(charset).decode(Buffer.from(bytes, 'latin1'))
}

/** Returns the headers by lower-case name, and the body after the empty line. */
function split(source) {
  const [, head, body = ''] = /^([\s\S]*?)(?:\r?\n\r?\n([\s\S]*))?$/.exec(source)
  const lines = head.replace(/\r?\n[ \t]+/g, ' ').split(/\r?\n/)
  const headers = lines.map((line) => [line.split(':')[0].toLowerCase(), line.slice(line.indexOf(':') + 1).trim()])
  return { headers: Object.fromEntries(headers), body }
}

function textOf({ headers, body }) {
  const type = headers['content-type'] ?? 'text/plain'
  const [, boundary] = /boundary="?([^";]+)/i.exec(type) ?? []
  if (boundary) {
    const parts = body.split(`--${boundary}`).slice(1, -1)
    const texts = parts
      .map((part) => split(part.trimStart()))
      .filter((part) => !/text\/html/i.test(part.headers['content-type']))
    return texts.map(textOf).join('\n')
  }
  const isAttached = /^attachment\b/i.test(headers['content-disposition'] ?? '')
  if (isAttached || !/^(text|multipart)\//i.test(type)) return `[${type.split(';')[0]}]`
  const [, charset] = /charset="?([\w-]+)/i.exec(type) ?? []
  return decodeBody((headers['content-transfer-encoding'] ?? '7bit').toLowerCase(), body, charset)
}

/** The decoded headers and text of a mail; for an attachment only its type. */
export function readEml(source) {
  const mail = split(source)
  const shown = ['date', 'from', 'to', 'subject'].map((name) => [name, decodeWords(mail.headers[name] ?? '')])
  return { ...Object.fromEntries(shown), text: textOf(mail).trim() }
}
