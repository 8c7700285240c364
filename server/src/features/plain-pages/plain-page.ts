import {
  easyTagOf,
  isRightToLeft,
  languageOf,
  languages,
  leftPath,
  type Office,
  officeText,
  ownNames,
  type PageTag,
  plainPaths,
} from '@portal/contract'
import { escapeHtml, type HtmlPage, phoneLink } from '#platform/http/html-page.ts'
import { type Translate, textsIn } from '#platform/texts.ts'

export type PlainPage = keyof typeof plainPaths

export const plainHref = ({ slug }: Office, page: PlainPage, tag: PageTag) => `/${slug}${plainPaths[page]}?lang=${tag}`

/** CSS for old browsers: no grid, no custom properties, no logical properties. */
const plainStyle = `
.bar{background:#06c;color:#fff;padding:.75rem 1.25rem}
.bar a{color:#fff}
.bar p{max-width:40rem;margin:0 auto}
.leave{display:inline-block;min-height:44px;padding:.5rem 1rem;border-radius:4px;background:#fff;color:#17324d!important;font-weight:600;text-decoration:none}
.languages a{display:inline-block;padding:.5rem .75rem .5rem 0}
[dir=rtl] .languages a{padding:.5rem 0 .5rem .75rem}
fieldset{border:0;margin:0 0 1.5rem;padding:0;min-width:0}
legend,.label{display:block;padding:0;font-weight:600;margin:0 0 .25rem}
.field{margin:0 0 1.5rem}
.hint{display:block;color:#455b71;font-size:1rem;margin:0 0 .5rem}
.fault{display:block;color:#b3142e;font-weight:600;margin:0 0 .5rem}
.faulty{border-left:4px solid #b3142e;padding-left:.75rem}
[dir=rtl] .faulty{border-left:0;padding-left:0;border-right:4px solid #b3142e;padding-right:.75rem}
input[type=text],input[type=email],input[type=tel],textarea{display:block;width:100%;min-height:44px;padding:.5rem .75rem;border:1px solid #5b6f82;border-radius:4px;background:#fff;color:inherit;font:inherit}
textarea{min-height:14rem}
.part{display:inline-block;width:6rem;margin:0 .5rem 0 0;vertical-align:top}
[dir=rtl] .part{margin:0 0 0 .5rem}
.choice{display:block;position:relative;padding:.625rem 0 .625rem 2.25rem;min-height:44px}
[dir=rtl] .choice{padding:.625rem 2.25rem .625rem 0}
.choice input{position:absolute;left:0;top:.75rem;width:1.375rem;height:1.375rem;margin:0}
[dir=rtl] .choice input{left:auto;right:0}
.summary{background:#fff;border:2px solid #b3142e;border-radius:4px;padding:1rem 1.25rem;margin:0 0 1.5rem}
.summary h2{margin-top:0}
.quiet{background:#fff;color:#06c;border:1px solid #06c}
.quiet:hover{background:#e6f0fa}
.captcha img{display:block;max-width:100%;height:auto;background:#fff;border:1px solid #d9dadb;margin:0 0 .75rem}
.trap{position:absolute;width:1px;height:1px;overflow:hidden;clip:rect(0,0,0,0)}
.trap input{width:1px;min-height:0;padding:0}
.value{font-size:1.5rem;font-weight:600;letter-spacing:.05em}
dl{background:#fff;border:1px solid #d9dadb;border-radius:4px;padding:1rem 1.25rem;margin:0 0 1.5rem}
dd{margin:0 0 .75rem}
ol.messages{list-style:none;margin:0 0 1.5rem;padding:0}
.messages>li{background:#fff;border:1px solid #d9dadb;border-radius:4px;padding:1rem 1.25rem;margin:0 0 1rem}
.messages .own{border-color:#06c}
.written{white-space:pre-wrap;overflow-wrap:anywhere}
.files{overflow-wrap:anywhere}
.notice{background:#fff;border:2px solid #06c;border-radius:4px;padding:1rem 1.25rem;margin:0 0 1.5rem}
.notice h2,.notice p:last-child{margin:0}
@media print{.bar,.no-print{display:none}}
`

/** The office's name; marked with its language if it is not translated into the page's. */
function officeName(office: Office, tag: PageTag): string {
  const language = languageOf(tag)
  const { text, language: own } = officeText(office, 'name', language)
  return own === language ? escapeHtml(text) : `<bdi lang="${own}">${escapeHtml(text)}</bdi>`
}

/** The header: the office, its telephone number, and the quick exit. */
function plainBar(office: Office, tag: PageTag): string {
  const t = textsIn(tag)
  return [
    '<header class="bar"><p>',
    `<strong>${officeName(office, tag)}</strong><br>${phoneLink(office.phone)} · ${escapeHtml(t('plainReport.free'))}</p>`,
    `<p><a class="leave" href="/${office.slug}${leftPath}" rel="noreferrer">${escapeHtml(t('plainReport.leave'))}</a></p>`,
    '</header>',
  ].join('')
}

function languageLinks(office: Office, page: PlainPage, tag: PageTag): string {
  const others = languages.filter((other) => other !== languageOf(tag))
  const links = others.map(
    (other) =>
      `<a href="${plainHref(office, page, other)}" hreflang="${other}" lang="${other}" dir="${isRightToLeft(other) ? 'rtl' : 'ltr'}">${ownNames[other]}</a>`,
  )
  const label = escapeHtml(textsIn(tag)('plainReport.languages'))
  return `<nav class="languages" aria-label="${label}">${easyLink(tag, (other) => plainHref(office, page, other))}${links.join(' ')}</nav>`
}

/** Leads to the form of a page that is easy to read, or back to the usual one; empty where the language has one form. */
function easyLink(tag: PageTag, hrefOf: (other: PageTag) => string): string {
  const language = languageOf(tag)
  const easy = easyTagOf(language)
  if (!easy) return ''
  const isUsual = tag === language
  const text = textsIn(tag)(isUsual ? 'withoutScript.easy.on' : 'withoutScript.easy.off')
  return `<a href="${hrefOf(isUsual ? easy : language)}"><strong>${escapeHtml(text)}</strong></a> `
}

interface Frame {
  readonly office: Office
  readonly tag: PageTag
  readonly page: PlainPage
  readonly heading: string
  readonly hasErrors?: boolean
  /** Origin of the neutral page, where a form posted after a quick exit leads. */
  readonly exitOrigin: string
}

/** A page without scripts. Its title discloses no more than that of the wizard. */
export function plainPage({ office, tag, page, heading, hasErrors, exitOrigin }: Frame, main: string): HtmlPage {
  const t = textsIn(tag)
  const title = t('plainReport.pageTitle')
  const body = [
    plainBar(office, tag),
    `<main><h1>${heading}</h1>`,
    languageLinks(office, page, tag),
    main,
    '</main>',
  ].join('\n')
  return {
    title: hasErrors ? t('plainReport.faultyTitle', { title }) : title,
    body,
    language: languageOf(tag),
    style: plainStyle,
    formAction: `'self' ${exitOrigin}`,
    imgSrc: "'self'",
  }
}

/** A code, a PIN or a digest: from left to right, and never translated. */
export const untranslated = (text: string) => `<bdi dir="ltr" translate="no">${escapeHtml(text)}</bdi>`

/** An error of the whole page, announced by screen readers. */
export const alertBox = (title: string, text: string) =>
  `<div class="summary" id="esito" role="alert"><h2>${escapeHtml(title)}</h2><p>${escapeHtml(text)}</p></div>`

/** A message of the page that is no error. */
export const noticeBox = (title: string, text = '') =>
  `<div class="notice" id="esito" role="status"><h2>${escapeHtml(title)}</h2>${text && `<p>${escapeHtml(text)}</p>`}</div>`

/** The errors of a form by field id, each with a link to its field. */
export function errorSummary(
  t: Translate,
  errors: ReadonlyMap<string, string>,
  labelOf: (id: string) => string,
): string {
  if (errors.size === 0) return ''
  const links = [...errors].map(
    ([id, text]) => `<li><a href="#${id}">${escapeHtml(labelOf(id))}: ${escapeHtml(text)}</a></li>`,
  )
  return `<div class="summary" id="esito" role="alert" tabindex="-1" autofocus><h2>${escapeHtml(t('plainReport.errorTitle'))}</h2><ul>${links.join('')}</ul></div>`
}

export const hiddenInputs = (values: Readonly<Record<string, string>>) =>
  Object.entries(values)
    .map(([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`)
    .join('')
