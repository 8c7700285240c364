import { isRightToLeft, type Language, languages, type Office, ownNames, plainReportPath } from '@portal/contract'
import { escapeHtml, phoneLink } from '#platform/http/html-page.ts'
import { textsIn } from '#platform/texts.ts'

/**
 * Content for browsers without JavaScript, and, hidden, for browsers whose scripts fail (`web/src/app/late.js` shows it): the
 * link to the form without script, telephone, hours, mail address, and other languages.
 */
export function noScript(office: Office, language: Language): string {
  const t = textsIn(language)
  const late = waysOf(office, language, t('withoutScript.lateTitle'), t('withoutScript.lateWhy'))
  const without = waysOf(office, language, t('noScript.title'), t('noScript.why'))
  return `<noscript><section class="container">${without}</section></noscript><section class="container" id="late" role="alert" hidden>${late}</section>`
}

function waysOf({ slug, phone, assistanceMailbox }: Office, language: Language, title: string, why: string): string {
  const t = textsIn(language)
  const mailbox = `<a href="mailto:${escapeHtml(assistanceMailbox)}"><bdi dir="ltr">${escapeHtml(assistanceMailbox)}</bdi></a>`
  const plain = `<a class="btn btn-primary" href="/${slug}${plainReportPath}?lang=${language}">${escapeHtml(t('withoutScript.plain'))}</a>`
  const others = languages.filter((other) => other !== language).map(linkTo)
  return [
    `<h2>${escapeHtml(title)}</h2>`,
    `<p>${escapeHtml(why)}</p>`,
    `<p>${plain}</p><p>${escapeHtml(t('withoutScript.plainText'))}</p>`,
    `<p>${escapeHtml(t('noScript.call'))} ${phoneLink(phone)}. ${escapeHtml(t('noScript.hours'))}</p>`,
    `<p>${escapeHtml(t('noScript.write'))} ${mailbox}.</p>`,
    `<p>${others.join(' · ')}</p>`,
  ].join('')
}

/** A link to the same page in another language. */
const linkTo = (language: Language) =>
  `<a href="?lang=${language}" hreflang="${language}" lang="${language}" dir="${isRightToLeft(language) ? 'rtl' : 'ltr'}">${ownNames[language]}</a>`
