import { createHash } from 'node:crypto'
import { isRightToLeft, type Language } from '@portal/contract'
import type { FastifyReply } from 'fastify'
import { textsIn } from '../texts.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Declared to be a test as a whole: every page says so. */
    isTestInstallation: boolean
  }
}

/** Text for the content and the quoted attributes of HTML. */
export const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** A telephone number to call, on one line: from right to left, half of it on the next line reads as another number. */
export const phoneLink = (phone: string) =>
  `<a href="tel:${phone.replace(/[^0-9+]/g, '')}"><bdi dir="ltr">${escapeHtml(phone).replaceAll(' ', '&nbsp;')}</bdi></a>`

/** A page that the server draws by itself, beside the site. */
export interface HtmlPage {
  readonly title: string
  /** HTML; whatever is not our own words is escaped. */
  readonly body: string
  readonly script?: string
  /** More style than the common one. */
  readonly style?: string
  /** Where its forms may go. */
  readonly formAction?: string
  /** Where its images come from; without, it has none. */
  readonly imgSrc?: string
  /** Italian unless told. */
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

/** Sends a page under a policy that lets in its own style and script by their digest, and nothing else. */
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
