import { isRightToLeft, type Language, languages, type Office, ownNames, plainReportPath } from '@portal/contract'
import { escapeHtml, phoneLink } from '#platform/http/html-page.ts'
import { textsIn } from '#platform/texts.ts'

/**
 * What stands in the page for readers whose browser has no JavaScript, and, hidden, for those whose browser fails at it
 * (`web/src/app/late.js` shows it): the way to the form without script, who to call, when, how to write, other languages.
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

/** Below the page's own base path. */
const linkTo = (language: Language) =>
  `<a href="?lang=${language}" hreflang="${language}" lang="${language}" dir="${isRightToLeft(language) ? 'rtl' : 'ltr'}">${ownNames[language]}</a>`
