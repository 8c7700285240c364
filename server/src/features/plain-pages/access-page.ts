import type { Office, PageTag } from '@portal/contract'
import { escapeHtml, type HtmlPage } from '#platform/http/html-page.ts'
import { type Translate, textsIn } from '#platform/texts.ts'
import { denialText } from './form-page.ts'
import { classOf, invalid, noteIdsOf, notesOf } from './form-parts.ts'
import { type AccessField, followUpNames, type Notice } from './plain-follow-up.service.ts'
import { alertBox, errorSummary, hiddenInputs, noticeBox, plainHref, plainPage } from './plain-page.ts'

/** How a report was left, for the page that follows. */
export type Departure = 'left' | 'leftEnded'

interface View {
  readonly office: Office
  readonly tag: PageTag
  readonly notice: Notice | undefined
  readonly departure: Departure | undefined
  readonly ticketFields: Readonly<Record<string, string>>
  readonly exitOrigin: string
}

const fields: readonly AccessField[] = ['code', 'pin']

/** The page that asks for code and PIN. */
export function accessPage(view: View): HtmlPage {
  const { office, tag, notice, exitOrigin } = view
  const t = textsIn(tag)
  const line = (key: string) => escapeHtml(t(`followUp.${key}`, wordsOf(office)))
  const missing = notice?.kind === 'missing' ? notice.fields : []
  const errors = new Map(
    missing.map((field) => {
      const error = t('messages.campo_obbligatorio')
      return [field, t('plainReport.missing', { error, todo: t(`followUp.todo.${field}`) })]
    }),
  )
  const main = [
    noticeOf(view, t),
    errorSummary(t, errors, (id) => t(`followUp.${id}`)),
    `<p>${line('intro')}</p>`,
    `<form method="post" action="${plainHref(office, 'followUp', tag)}#esito" novalidate autocomplete="off">`,
    hiddenInputs({ ...view.ticketFields, [followUpNames.action]: 'apri' }),
    ...fields.map((field) => accessField(office, t, field, errors.get(field))),
    `<p><button type="submit">${line('enter')}</button></p></form>`,
    `<p>${line('lostPin')}</p>`,
  ].join('\n')
  const hasErrors = errors.size > 0 || notice?.kind === 'wrong'
  return plainPage({ office, tag, page: 'followUp', heading: line('title'), hasErrors, exitOrigin }, main)
}

/** Values of the office in texts; the example shows the form of a code. */
export const wordsOf = ({ phone, assistanceMailbox, productTag }: Office) => ({
  phone: phone.replaceAll(' ', '\u00a0'),
  mail: assistanceMailbox,
  example: `${productTag}-2026-000123`,
})

function accessField(office: Office, t: Translate, field: AccessField, error: string | undefined): string {
  const hint = t(`followUp.${field}Hint`, wordsOf(office))
  return `<div class="${classOf(error)}"><label class="label" for="${field}">${escapeHtml(t(`followUp.${field}`))} *</label>${notesOf(field, hint, error)}<input type="text" id="${field}" name="${followUpNames[field]}" maxlength="60" required autocomplete="off" autocapitalize="characters" spellcheck="false" dir="ltr" translate="no"${invalid(error)}${noteIdsOf(field, hint, error)}></div>`
}

function noticeOf({ office, notice, departure }: View, t: Translate): string {
  const line = (key: string) => t(`followUp.${key}`, wordsOf(office))
  if (!notice) return departure ? noticeBox(line(`${departure}Title`), line('leftText')) : ''
  if (notice.kind === 'ended') return noticeBox(line('endedTitle'), line('endedText'))
  if (notice.kind === 'locked') return alertBox(denialText(t, notice.denial), line('lockedText'))
  if (notice.kind === 'lapsed') return alertBox(line('failed'), t('plainFollowUp.lapsed'))
  if (notice.kind === 'wrong' || notice.kind === 'failed') return alertBox(line(notice.kind), '')
  return ''
}
