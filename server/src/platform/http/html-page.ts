import { createHash } from 'node:crypto'
import { isRightToLeft, type Language } from '@portal/contract'
import type { FastifyReply } from 'fastify'
import { textsIn } from '../texts.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** The whole installation is declared a test: every page says so. */
    isTestInstallation: boolean
  }
}

/** Escapes text for the content and for quoted attributes of HTML. */
export const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** A telephone link on one line: in right-to-left text a number broken in two would read as another number. */
export const phoneLink = (phone: string) =>
  `<a href="tel:${phone.replace(/[^0-9+]/g, '')}"><bdi dir="ltr">${escapeHtml(phone).replaceAll(' ', '&nbsp;')}</bdi></a>`

/** A page that the server renders, outside of the web application. */
export interface HtmlPage {
  readonly title: string
  /** HTML; text that is not ours must be escaped. */
  readonly body: string
  readonly script?: string
  /** CSS beside the common style. */
  readonly style?: string
  /** CSP source for its forms; none by default. */
  readonly formAction?: string
  /** CSP source for its images; none by default. */
  readonly imgSrc?: string
  /** Italian by default. */
  readonly language?: Language
}

const commonStyle = `
*{box-sizing:border-box}
body{margin:0;background:#f5f6f7;color:#17324d;font:1.125rem/1.55 "Titillium Web",system-ui,sans-serif}
[role=note]{margin:0;padding:.5rem 1.25rem;background:#fff3cd;font-weight:600;text-align:center}
main{max-width:40rem;margin:0 auto;padding:2.5rem 1.25rem 4rem}
h1{font-size:1.75rem;line-height:1.25;margin:0 0 1rem}
h2{font-size:1.25rem;line-height:1.3;margin:2rem 0 .75rem}
p{margin:0 0 1rem}
a{color:#06c}
button,.button{display:inline-block;min-height:44px;padding:.625rem 1.5rem;border:0;border-radius:4px;background:#06c;color:#fff;font:inherit;font-weight:600;text-decoration:none;cursor:pointer}
button:hover,.button:hover{background:#0055aa}
:focus-visible{outline:3px solid #ff9900;outline-offset:2px}
`

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** Sends a page with a policy that allows only its own style and script, by their digest. */
export function sendPage(reply: FastifyReply, status: number, page: HtmlPage) {
  const { title, body, script, formAction = "'none'", imgSrc, language = 'it' } = page
  const style = commonStyle + (page.style ?? '')
  const policy = [
    "default-src 'none'",
    `style-src ${hashOf(style)}`,
    ...(script ? [`script-src ${hashOf(script)}`] : []),
    ...(imgSrc ? [`img-src ${imgSrc}`] : []),
    `form-action ${formAction}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ]
  return reply
    .status(status)
    .header('content-security-policy', policy.join(';'))
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(`<!doctype html>
<html lang="${language}" dir="${isRightToLeft(language) ? 'rtl' : 'ltr'}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(title)}</title><style>${style}</style></head>
<body>${reply.server.isTestInstallation ? `<p role="note">${escapeHtml(textsIn(language)('testNote'))}</p>` : ''}${body}${script ? `<script>${script}</script>` : ''}</body></html>`)
}
