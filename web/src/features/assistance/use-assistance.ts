import {
  type AssistanceDraft,
  type AssistanceRequest,
  assistanceFields,
  assistanceForm,
  type FormFieldError,
  formMarkHeader,
  limits,
  readDraft,
  sendAssistanceRequest,
  withoutHidden,
  writeFormMark,
  writeWire,
} from '@portal/contract'
import { useMutation } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { type RefObject, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { createServerUploads } from '#form/upload/server-uploads.ts'
import type { UploadQueue } from '#form/upload/upload-queue.ts'
import { useUploads } from '#form/upload/upload-queue.ts'
import { isUploading } from '#form/upload/upload-rules.ts'
import { useFormSession } from '#form/use-form-session.ts'
import { call } from '#lib/api/call.ts'
import { deleteUploads, forgetUploads } from '#lib/files/uploaded-files.ts'
import { today } from '#lib/i18n/format.tsx'
import { missingText } from '#lib/i18n/missing-text.ts'
import { notify } from '#lib/page/notices.ts'
import { onQuickExit } from '#lib/page/quick-exit.ts'

export type AssistanceKey = keyof AssistanceRequest & string

const wires = Object.fromEntries(Object.entries(assistanceFields).map(([key, { wire }]) => [key, wire])) as Record<
  AssistanceKey,
  string
>

type TodoName = Exclude<AssistanceKey, 'phone' | 'attachments'>

const assistanceLabel = (t: TFunction, key: AssistanceKey) => {
  if (key === 'subject' || key === 'message') return t(`assistanceForm.fields.${key}`)
  return t(`fields.${key === 'consent' ? 'privacyConsent' : key}`)
}

/** What is missing says by itself what to do, and stands in the summary without its label. */
function sentenceOf(t: TFunction, key: AssistanceKey, { message, params }: Pick<FormFieldError, 'message' | 'params'>) {
  if (message !== 'campo_obbligatorio') return t(`messages.${message}`, { ...params })
  const text = missingText(t, t(`assistanceForm.todo.${key as TodoName}`))
  return { text, summary: text }
}

const beginUploads = () => createServerUploads('assistance', { most: limits.assistanceAttachments.files })

/** The call that sends a request. The files are part of what the key stands for. */
function useSending(queue: UploadQueue, trap: RefObject<HTMLInputElement | null>, onSent: (words: string) => void) {
  const [openedAt] = useState(() => Date.now())
  return useMutation({
    meta: { isHandled: true },
    mutationFn: ({ values, senderKey }: { values: AssistanceRequest; senderKey: string }) => {
      const wire = writeWire(assistanceForm, withoutHidden(assistanceForm, values))
      const mark = { seconds: (Date.now() - openedAt) / 1000, isTrapFilled: Boolean(trap.current?.value) }
      const files = queue.get().accepted.map(({ id }) => id.slice(0, 8))
      const key = `${senderKey}.${files.join('.')}`
      return call(
        sendAssistanceRequest,
        { wire },
        { headers: { 'Idempotency-Key': key, [formMarkHeader]: writeFormMark(mark) } },
      )
    },
    onSuccess: ({ words }) => {
      forgetUploads(queue.get().accepted.map(({ id }) => id))
      queue.clear()
      notify({ kind: 'success', body: words })
      onSent(words)
    },
  })
}

/** The form of a request for assistance, which starts with what is known of the sender; `onSent` gets the server's sentence. */
export function useAssistance(
  trap: RefObject<HTMLInputElement | null>,
  known: AssistanceDraft,
  onSent: (words: string) => void,
) {
  const { t } = useTranslation()
  const [queue] = useState(beginUploads)
  const files = useUploads(queue)
  const { accepted } = files
  // Files that were uploaded and never sent are deleted when the page is left.
  useEffect(() => () => deleteUploads(queue.get().accepted.map(({ id }) => id)), [queue])
  useEffect(() => onQuickExit(queue.clear), [queue])
  const read = (draft: AssistanceDraft) => {
    const attachments = accepted.length > 0 ? accepted : undefined
    return readDraft(assistanceForm, { ...draft, attachments }, today())
  }
  const sending = useSending(queue, trap, (words) => {
    session.finish()
    onSent(words)
  })
  const session = useFormSession<AssistanceDraft, AssistanceKey>({
    id: 'field',
    start: known,
    fields: wires,
    labelOf: (key) => assistanceLabel(t, key),
    check: (draft) => {
      const fieldErrors = [...read(draft).fieldErrors].reverse()
      return Object.fromEntries(
        fieldErrors.map((fieldError) => [fieldError.key, sentenceOf(t, fieldError.key as AssistanceKey, fieldError)]),
      )
    },
    serverSentence: ({ codice }, key) => sentenceOf(t, key, { message: codice as FormFieldError['message'] }),
    sending,
    send: (draft, { senderKey }) => {
      if (!isUploading(files)) sending.mutate({ values: read(draft).values, senderKey })
    },
  })
  return { session, queue, isUploading: isUploading(files), error: sending.error }
}
