import type { Office, PageTag, Receipt } from '@portal/contract'
import { escapeHtml, type HtmlPage, phoneLink } from '#platform/http/html-page.ts'
import { textsIn } from '#platform/texts.ts'
import { plainHref, plainPage, untranslated } from './plain-page.ts'

interface View {
  readonly office: Office
  readonly tag: PageTag
  /** Undefined once it is hidden. */
  readonly receipt: Receipt | undefined
  readonly exitOrigin: string
}

/** Name of the button that begins another report; the other one only hides code and PIN. */
export const againName = 'altra'

/** The page with code and PIN of the report that was sent and the next steps. */
export function receiptPage({ receipt, ...view }: View): HtmlPage {
  return receipt ? shownReceipt(view, receipt) : noReceipt(view)
}

function shownReceipt({ office, tag, exitOrigin }: Omit<View, 'receipt'>, { code, pin }: Receipt): HtmlPage {
  const t = textsIn(tag)
  const line = (key: string) => escapeHtml(t(`plainReport.${key}`))
  const value = (text: string) => `<dd class="value">${untranslated(text)}</dd>`
  const main = [
    `<p>${line('note')}</p>`,
    `<dl><dt>${line('code')}</dt>${value(code)}<dt>${line('pin')}</dt>${value(pin)}</dl>`,
    `<form class="no-print" method="post" action="${plainHref(office, 'receipt', tag)}">`,
    `<p>${line('hidesSoon')}</p>`,
    `<p><button type="submit">${line('hide')}</button></p>`,
    `<h2>${line('nextTitle')}</h2><ol><li>${line('next1')}</li><li>${line('next2')}</li><li>${line('next3')}</li></ol>`,
    `<p><a href="${plainHref(office, 'followUp', tag)}">${line('follow')}</a></p>`,
    `<p>${line('call')} ${phoneLink(office.phone)}. ${escapeHtml(t('noScript.hours'))}</p>`,
    `<p><button class="quiet" type="submit" name="${againName}" value="1">${line('again')}</button></p></form>`,
  ].join('\n')
  return plainPage({ office, tag, page: 'receipt', heading: line('receivedTitle'), exitOrigin }, main)
}

function noReceipt({ office, tag, exitOrigin }: Omit<View, 'receipt'>): HtmlPage {
  const t = textsIn(tag)
  const line = (key: string) => escapeHtml(t(`plainReport.${key}`))
  const main = [
    `<p>${line('none')}</p>`,
    `<p><a href="${plainHref(office, 'followUp', tag)}">${line('follow')}</a></p>`,
    `<p><a href="${plainHref(office, 'report', tag)}">${escapeHtml(t('withoutScript.plain'))}</a></p>`,
  ].join('\n')
  return plainPage({ office, tag, page: 'receipt', heading: line('noneTitle'), exitOrigin }, main)
}
