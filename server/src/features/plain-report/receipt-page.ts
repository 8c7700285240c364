import { type Language, type Office, paths, type Receipt } from '@portal/contract'
import { escapeHtml, type HtmlPage, phoneLink } from '#platform/http/html-page.ts'
import { textsIn } from '#platform/texts.ts'
import { plainBar, plainHref, plainStyle } from './plain-page.ts'

interface View {
  readonly office: Office
  readonly language: Language
  readonly receipt: Receipt
}

/** The page with code and PIN of a report and the next steps. */
export function receiptPage({ office, language, receipt }: View): HtmlPage {
  const t = textsIn(language)
  const line = (key: string) => escapeHtml(t(`plainReport.${key}`))
  const value = (text: string) => `<dd class="value"><bdi dir="ltr">${escapeHtml(text)}</bdi></dd>`
  const followUp = `/${office.slug}${paths.followUp}?lang=${language}`
  const body = [
    plainBar(office, language),
    `<main id="esito"><h1>${line('receivedTitle')}</h1>`,
    `<p>${line('note')}</p>`,
    `<dl><dt>${line('code')}</dt>${value(receipt.code)}<dt>${line('pin')}</dt>${value(receipt.pin)}</dl>`,
    `<h2>${line('nextTitle')}</h2><ol><li>${line('next1')}</li><li>${line('next2')}</li><li>${line('next3')}</li></ol>`,
    `<p><a href="${followUp}">${line('follow')}</a>. ${line('followNeeds')}</p>`,
    `<p>${line('call')} ${phoneLink(office.phone)}. ${escapeHtml(t('noScript.hours'))}</p>`,
    `<p><a href="${plainHref(office, language)}">${line('again')}</a></p></main>`,
  ].join('\n')
  return { title: t('plainReport.receivedTitle'), body, style: plainStyle, language }
}
