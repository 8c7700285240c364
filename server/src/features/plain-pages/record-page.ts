import {
  type Attachment,
  answerForm,
  type CaseMessage,
  type FieldError,
  languageOf,
  limits,
  type Office,
  type PageTag,
  plainPaths,
  shownStateOf,
} from '@portal/contract'
import { formatInstant } from '#platform/format-instant.ts'
import { escapeHtml, type HtmlPage } from '#platform/http/html-page.ts'
import { sizeText } from '#platform/record-words/size-text.ts'
import { type Translate, textsIn } from '#platform/texts.ts'
import { wordsOf } from './access-page.ts'
import { callLabelOf, callPart, errorsOfCall, requestedCall } from './call-part.ts'
import { denialText } from './form-page.ts'
import { classOf, invalid, noteIdsOf, notesOf } from './form-parts.ts'
import { followUpNames, type Notice, type OpenedReport } from './plain-follow-up.service.ts'
import { alertBox, errorSummary, hiddenInputs, noticeBox, plainHref, plainPage, untranslated } from './plain-page.ts'

interface View {
  readonly office: Office
  readonly tag: PageTag
  readonly notice: Notice | undefined
  readonly ticketFields: Readonly<Record<string, string>>
  readonly exitOrigin: string
}

const answerId = 'answer'

/** The page of an opened report: state, messages, files, the form of an answer, and the way out. */
export function recordPage(view: View, opened: OpenedReport): HtmlPage {
  const { office, tag, exitOrigin } = view
  const { record, earlier, unsent, unsentCall } = opened
  const t = textsIn(tag)
  const line = (key: string) => escapeHtml(t(`followUp.${key}`, wordsOf(office)))
  const answerErrors = errorsOf(t, unsent?.fieldErrors)
  const callErrors = errorsOfCall(t, record.canRequestCall ? unsentCall : undefined)
  const errors = new Map([...answerErrors, ...callErrors])
  const here = plainHref(office, 'followUp', tag)
  const main = [
    noticeOf(view, t, unsent !== undefined),
    errorSummary(t, errors, (id) => (id === answerId ? t('followUp.answer') : callLabelOf(t, id))),
    statePart(view, t, opened),
    `<h2>${line('messages')}</h2>`,
    messagesPart(view, t, opened),
    earlier ? `<p><a href="${here}">${escapeHtml(t('plainFollowUp.newest'))}</a></p>` : '',
    record.canAnswer
      ? `<h2>${line('answerTitle')}</h2>${answerPart(view, t, unsent?.text ?? '', errors.get(answerId))}`
      : `<p>${line('closedNote')}</p>`,
    record.canRequestCall ? callPart(view, t, unsentCall?.typed, callErrors) : '',
    record.files.length > 0 ? `<h2>${line('reportFiles')}</h2>${filesPart(view, t, record.files)}` : '',
  ].join('\n')
  const heading = untranslated(record.code)
  return plainPage({ office, tag, page: 'followUp', heading, hasErrors: errors.size > 0, exitOrigin }, main)
}

/** The form of an answer alone, with its text, where nothing else can be read. */
export function unsentPage(view: View, text: string): HtmlPage {
  const { office, tag, exitOrigin } = view
  const t = textsIn(tag)
  const main = noticeOf(view, t, true) + answerPart(view, t, text, undefined)
  const heading = escapeHtml(t('followUp.answerTitle'))
  return plainPage({ office, tag, page: 'followUp', heading, hasErrors: true, exitOrigin }, main)
}

function errorsOf(t: Translate, fieldErrors: readonly FieldError[] = []): ReadonlyMap<string, string> {
  const [first] = fieldErrors
  return new Map(first ? [[answerId, t(`messages.${first.message}`, { ...first.params })]] : [])
}

function noticeOf({ notice }: View, t: Translate, hasUnsent: boolean): string {
  if (notice?.kind === 'notSent') return alertBox(t('followUp.sendFailed'), denialText(t, notice.denial))
  if (notice?.kind === 'callNotSent') return alertBox(t('followUp.call.failed'), denialText(t, notice.denial))
  if (notice?.kind === 'sent') return noticeBox(t('followUp.sent'))
  if (notice?.kind === 'callSent') return noticeBox(t('followUp.call.sent'))
  return hasUnsent ? noticeBox(t('plainFollowUp.unsent')) : ''
}

function statePart({ office, tag }: View, t: Translate, { record }: OpenedReport): string {
  const line = (key: string) => escapeHtml(t(`followUp.${key}`))
  const here = plainHref(office, 'followUp', tag)
  const ended = record.canAnswer ? '' : '1'
  const state = shownStateOf(record)
  return [
    `<h2>${line('stateTitle')}</h2>`,
    `<p><strong>${line(`states.${state}.label`)}</strong><br>${line(`states.${state}.text`)}</p>`,
    `<p>${line('receivedAt')} <bdi dir="ltr">${formatInstant(record.receivedAt)}</bdi></p>`,
    `<p><a href="${plainHref(office, 'followUpReceipt', tag)}">${line('receipt')}</a></p>`,
    `<p><a href="${here}">${line('refresh')}</a></p>`,
    `<form method="post" action="${here}">`,
    hiddenInputs({ [followUpNames.action]: 'esci', [followUpNames.ended]: ended }),
    `<p>${escapeHtml(t('plainFollowUp.leaveHint'))}</p><p><button class="quiet" type="submit">${line('exit')}</button></p></form>`,
  ].join('\n')
}

function messagesPart(view: View, t: Translate, { record, earlier }: OpenedReport): string {
  const { messages, hasEarlier } = earlier ?? record
  const [oldest] = messages
  if (!oldest) return `<p>${escapeHtml(t('followUp.noMessages'))}</p>`
  const before = `${plainHref(view.office, 'followUp', view.tag)}&amp;prima=${oldest.id}`
  const link = hasEarlier ? `<p><a href="${before}">${escapeHtml(t('followUp.earlier.show'))}</a></p>` : ''
  return `${link}<ol class="messages">${messages.map((message) => messagePart(view, t, message)).join('')}</ol>`
}

function messagePart(view: View, t: Translate, { from, sentAt, text, call, files }: CaseMessage): string {
  const isOfOffice = from === 'office'
  const author = escapeHtml(t(isOfOffice ? 'followUp.office' : 'followUp.you'))
  return [
    `<li${isOfOffice ? '' : ' class="own"'}><p><strong>${author}</strong> <bdi dir="ltr">${formatInstant(sentAt)}</bdi></p>`,
    call ? requestedCall(t, call) : '',
    text === '' ? '' : `<p class="written" dir="auto">${escapeHtml(text)}</p>`,
    files.length > 0 ? filesPart(view, t, files) : '',
    '</li>',
  ].join('')
}

function filesPart({ office, tag }: View, t: Translate, files: readonly Attachment[]): string {
  const digestTitle = escapeHtml(t('followUp.digest'))
  const rows = files.map(({ id, name, size, digest }) => {
    const href = `/${office.slug}${plainPaths.followUpFile}/${encodeURIComponent(id)}?lang=${tag}`
    return `<li><a href="${href}"><bdi>${escapeHtml(name)}</bdi></a> <bdi>(${escapeHtml(sizeText(size, languageOf(tag)))})</bdi><details><summary>${digestTitle}</summary>${untranslated(digest)}</details></li>`
  })
  return `<ul class="files">${rows.join('')}</ul>`
}

function answerPart(
  { office, tag, ticketFields }: View,
  t: Translate,
  text: string,
  error: string | undefined,
): string {
  const hint = t('followUp.answerHint')
  return [
    `<form method="post" action="${plainHref(office, 'followUp', tag)}#esito" novalidate autocomplete="off">`,
    hiddenInputs({ ...ticketFields, [followUpNames.action]: 'rispondi' }),
    `<div class="${classOf(error)}"><label class="label" for="${answerId}">${escapeHtml(t('followUp.answer'))} *</label>${notesOf(answerId, hint, error)}`,
    // HTML parsers drop the first line break after the tag.
    `<textarea id="${answerId}" name="${answerForm.fields.text.wire}" rows="8" maxlength="${limits.narrativeCodePoints}" required autocomplete="off" dir="auto"${invalid(error)}${noteIdsOf(answerId, hint, error)}>\n${escapeHtml(text)}</textarea></div>`,
    `<p><button type="submit">${escapeHtml(t('followUp.send'))}</button></p></form>`,
  ].join('')
}
