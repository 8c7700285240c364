import {
  isRightToLeft,
  type Language,
  languages,
  leftPath,
  type Office,
  officeText,
  ownNames,
  plainReportPath,
} from '@portal/contract'
import { escapeHtml, phoneLink } from '#platform/http/html-page.ts'
import { textsIn } from '#platform/texts.ts'

export const plainHref = ({ slug }: Office, language: Language) => `/${slug}${plainReportPath}?lang=${language}`

/** CSS for old browsers: no grid, no custom properties, no logical properties. */
export const plainStyle = `
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
@media print{.bar{display:none}}
`

/** The office's name; marked with its language if it is not translated into the page's. */
function officeName(office: Office, language: Language): string {
  const { text, language: own } = officeText(office, 'name', language)
  return own === language ? escapeHtml(text) : `<bdi lang="${own}">${escapeHtml(text)}</bdi>`
}

/** The header: the office, its telephone number, and the quick exit. */
export function plainBar(office: Office, language: Language): string {
  const t = textsIn(language)
  return [
    '<header class="bar"><p>',
    `<strong>${officeName(office, language)}</strong><br>${phoneLink(office.phone)} · ${escapeHtml(t('plainReport.free'))}</p>`,
    `<p><a class="leave" href="/${office.slug}${leftPath}" rel="noreferrer">${escapeHtml(t('plainReport.leave'))}</a></p>`,
    '</header>',
  ].join('')
}

export function languageLinks(office: Office, language: Language): string {
  const others = languages.filter((other) => other !== language)
  const links = others.map(
    (other) =>
      `<a href="${plainHref(office, other)}" hreflang="${other}" lang="${other}" dir="${isRightToLeft(other) ? 'rtl' : 'ltr'}">${ownNames[other]}</a>`,
  )
  const label = escapeHtml(textsIn(language)('plainReport.languages'))
  return `<nav class="languages" aria-label="${label}">${links.join(' ')}</nav>`
}
