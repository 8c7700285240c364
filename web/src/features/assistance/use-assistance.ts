import {
  type AssistanceDraft,
  type AssistanceRequest,
  assistanceFields,
  assistanceForm,
  type FormIssue,
  formMarkHeader,
  joinDigits,
  limits,
  readDraft,
  sendAssistanceRequest,
  withoutHidden,
  writeFormMark,
  writeWire,
} from '@portal/contract'
import { useMutation } from '@tanstack/react-query'
import { type RefObject, useEffect, useState } from 'react'
import { createServerUploads } from '#form/upload/server-uploads.ts'
import { useUploads } from '#form/upload/use-uploads.ts'
import { call } from '#lib/api/call.ts'
import { CallError, type CallFault } from '#lib/api/call-error.ts'
import { newSenderKey } from '#lib/api/sender-key.ts'
import { noteSettled, takeBackFiles } from '#lib/files/uploaded-files.ts'
import { today } from '#lib/i18n/format.tsx'
import { notify } from '#lib/page/notices.ts'
import { onQuickExit } from '#lib/page/quick-exit.ts'

export type AssistanceKey = keyof AssistanceRequest & string

/** A fault told by the server, at the field that has its wire path. */
const issueOfFault = ({ campo, codice }: CallFault): FormIssue => ({
  key: Object.entries(assistanceFields).find(([, { wire }]) => wire === campo)?.[0] ?? 'consent',
  path: campo,
  message: codice as FormIssue['message'],
})

/** In the order in which the form asks. */
const inOrder = (issues: readonly FormIssue[]) => {
  const order = Object.keys(assistanceFields)
  return [...issues].sort((a, b) => order.indexOf(a.key) - order.indexOf(b.key))
}

const beginUploads = () => createServerUploads('assistance', { most: limits.assistanceAttachments.files })

/** What is typed, under the key of this very text: a retry carries the same one, a changed text a new one. */
function useTyped(known: AssistanceDraft) {
  const [{ draft, senderKey }, keep] = useState<{ draft: AssistanceDraft; senderKey: string }>(() => ({
    draft: known,
    senderKey: newSenderKey(),
  }))
  const set = (key: AssistanceKey, value: AssistanceDraft[AssistanceKey]) =>
    keep((before) => ({ draft: { ...before.draft, [key]: value }, senderKey: newSenderKey() }))
  return { draft, senderKey, set, empty: () => keep({ draft: known, senderKey: newSenderKey() }) }
}

/** The form of a request for assistance: what is typed, what is wrong with it, and its sending; `known` is there before. */
export function useAssistance(trap: RefObject<HTMLInputElement | null>, known: AssistanceDraft) {
  const typed = useTyped(known)
  const [queue] = useState(beginUploads)
  const { kept, uploads } = useUploads(queue)
  const [openedAt] = useState(() => Date.now())
  const [told, setTold] = useState<readonly FormIssue[]>([])
  // Whoever leaves takes along what was brought and never sent.
  useEffect(() => () => takeBackFiles(queue.get().kept.map(({ id }) => id)), [queue])
  useEffect(() => onQuickExit(queue.clear), [queue])

  const reading = readDraft(
    assistanceForm,
    { ...typed.draft, phone: joinDigits(typed.draft.phone ?? ''), attachments: kept.length > 0 ? kept : undefined },
    today(),
  )
  const own = reading.issues
  const sending = useMutation({
    meta: { isHandled: true },
    mutationFn: () => {
      const wire = writeWire(assistanceForm, withoutHidden(assistanceForm, reading.values))
      const mark = { seconds: (Date.now() - openedAt) / 1000, isTrapFilled: Boolean(trap.current?.value) }
      // The files are part of what the key stands for.
      const key = `${typed.senderKey}.${kept.map(({ id }) => id.slice(0, 8)).join('.')}`
      return call(
        sendAssistanceRequest,
        { wire },
        { headers: { 'Idempotency-Key': key, [formMarkHeader]: writeFormMark(mark) } },
      )
    },
    onSuccess: ({ words }) => {
      noteSettled(kept.map(({ id }) => id))
      queue.clear()
      typed.empty()
      notify({ kind: 'success', body: words })
    },
    onError: (error) => setTold(error instanceof CallError ? error.faults.map(issueOfFault) : []),
  })
  return {
    draft: typed.draft,
    queue,
    sending,
    issues: inOrder([...own, ...told.filter(({ key }) => !own.some((issue) => issue.key === key))]),
    isUploading: uploads.some(({ state }) => state.kind !== 'refused'),
    hasText: Object.entries(typed.draft).some(
      ([key, value]) => value !== known[key as AssistanceKey] && value !== undefined && value !== '' && value !== false,
    ),
    set(key: AssistanceKey, value: AssistanceDraft[AssistanceKey]) {
      typed.set(key, value)
      setTold((issues) => issues.filter((issue) => issue.key !== key))
    },
  }
}
