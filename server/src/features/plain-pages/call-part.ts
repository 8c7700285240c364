import { type CallRequest, callRequestForm, type Office, type PageTag } from '@portal/contract'
import { formatInstant } from '#platform/format-instant.ts'
import { escapeHtml } from '#platform/http/html-page.ts'
import type { Translate } from '#platform/texts.ts'
import { classOf, invalid, noteIdsOf, notesOf } from './form-parts.ts'
import type { UnsentCall } from './plain-call-request.ts'
import { followUpNames } from './plain-follow-up.service.ts'
import { hiddenInputs, plainHref } from './plain-page.ts'

const { phone, callHours, onlyToReporter } = callRequestForm.fields
/** Ids of the controls. */
const ids = { phone: 'call-phone', callHours: 'call-hours', onlyToReporter: 'call-only' } as const
type Key = keyof typeof ids
const keyOf = (id: string) => (Object.keys(ids) as Key[]).find((key) => ids[key] === id)

export const callLabelOf = (t: Translate, id: string): string => t(`fields.${keyOf(id) ?? 'phone'}`)

/** Error sentences by the id of their control. */
export const errorsOfCall = (t: Translate, unsent: UnsentCall | undefined): ReadonlyMap<string, string> =>
  new Map(
    (unsent?.fieldErrors ?? []).map(({ key, message, params }) => {
      const error = t(`messages.${message}`, { ...params })
      const isMissing = message === 'campo_obbligatorio'
      const text = isMissing ? t('plainReport.missing', { error, todo: t('followUp.call.missing') }) : error
      return [ids[key as Key], text]
    }),
  )

/** The form by which a reporter asks to be called. */
export function callPart(
  { office, tag, ticketFields }: { office: Office; tag: PageTag; ticketFields: Readonly<Record<string, string>> },
  t: Translate,
  typed: UnsentCall['typed'] | undefined,
  errors: ReadonlyMap<string, string>,
): string {
  const input = (key: 'phone' | 'callHours', wire: string, traits: string, hint?: string) => {
    const [id, error] = [ids[key], errors.get(ids[key])]
    const star = key === 'phone' ? ' *' : ''
    return `<div class="${classOf(error)}"><label class="label" for="${id}">${escapeHtml(t(`fields.${key}`))}${star}</label>${notesOf(id, hint, error)}<input id="${id}" name="${wire}" value="${escapeHtml(typed?.[key] ?? '')}" autocomplete="off" ${traits}${invalid(error)}${noteIdsOf(id, hint, error)}></div>`
  }
  const checked = typed?.onlyToReporter ? ' checked' : ''
  return [
    `<h2>${escapeHtml(t('followUp.call.title'))}</h2><p>${escapeHtml(t('followUp.call.text'))}</p>`,
    `<form method="post" action="${plainHref(office, 'followUp', tag)}#esito" novalidate autocomplete="off">`,
    hiddenInputs({ ...ticketFields, [followUpNames.action]: 'richiamata' }),
    input('phone', phone.wire, 'type="tel" dir="ltr" required'),
    input('callHours', callHours.wire, 'type="text" dir="auto"', t('followUp.call.hoursHint')),
    `<div class="field"><label class="choice" for="${ids.onlyToReporter}"><input type="checkbox" id="${ids.onlyToReporter}" name="${onlyToReporter.wire}" value="1" autocomplete="off"${checked}>${escapeHtml(t('followUp.call.only'))}</label></div>`,
    `<p><button class="quiet" type="submit">${escapeHtml(t('followUp.call.submit'))}</button></p></form>`,
  ].join('')
}

/** A request to be called among the messages, and whether the office has called. */
export function requestedCall(t: Translate, { phone: number, calledAt }: CallRequest): string {
  const state = escapeHtml(t(calledAt ? 'followUp.call.done' : 'followUp.call.waiting'))
  const at = calledAt ? ` <bdi dir="ltr">${formatInstant(calledAt)}</bdi>` : ''
  return `<p>${escapeHtml(t('followUp.call.requested', { phone: number }))}</p><p><strong>${state}</strong>${at}</p>`
}
