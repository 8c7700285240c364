import { isRightToLeft, type Language, languages, type Office, ownNames } from '@portal/contract'
import { escapeHtml } from '#platform/http/html-page.ts'
import { textsIn } from '#platform/texts.ts'

/**
 * What stands in the page for whoever has no JavaScript: who to call, when, how to write, and the way to the same words in
 * the other languages.
 */
export function noScript({ phone, assistanceMailbox }: Office, language: Language): string {
  const t = textsIn(language)
  const number = `<a href="tel:${phone.replace(/[^0-9+]/g, '')}"><bdi dir="ltr">${escapeHtml(phone)}</bdi></a>`
  const mailbox = `<a href="mailto:${escapeHtml(assistanceMailbox)}"><bdi dir="ltr">${escapeHtml(assistanceMailbox)}</bdi></a>`
  const others = languages.filter((other) => other !== language).map(linkTo)
  return [
    '<noscript><section class="container">',
    `<h2>${escapeHtml(t('noScript.title'))}</h2>`,
    `<p>${escapeHtml(t('noScript.why'))}</p>`,
    `<p>${escapeHtml(t('noScript.call'))} ${number}. ${escapeHtml(t('noScript.hours'))}</p>`,
    `<p>${escapeHtml(t('noScript.write'))} ${mailbox}.</p>`,
    `<p>${others.join(' · ')}</p>`,
    '</section></noscript>',
  ].join('')
}

/** Below the page's own base path. */
const linkTo = (language: Language) =>
  `<a href="?lang=${language}" hreflang="${language}" lang="${language}" dir="${isRightToLeft(language) ? 'rtl' : 'ltr'}">${ownNames[language]}</a>`
