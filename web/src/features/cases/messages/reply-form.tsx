import { type Correspondence, type Language, limits, type NewOfficeMessage, openFieldsOf } from '@portal/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import type { KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { DiscardButton } from '#form/edit/discard-button.tsx'
import { LongText } from '#form/fields/long-text.tsx'
import { sendsForm } from '#form/sends-form.ts'
import { useStoredDraft } from '#form/stored-draft.ts'
import { UploadField } from '#form/upload/upload-field.tsx'
import { useAddedFiles } from '#form/upload/use-added-files.ts'
import { useFormSession } from '#form/use-form-session.ts'
import { CallErrorAlert } from '#lib/api/call-error-alert.tsx'
import { shortcut } from '#lib/backoffice/desk-keys.ts'
import { UnsavedChanges } from '#lib/drafts/unsaved-changes.tsx'
import { isolate } from '#lib/i18n/format.tsx'
import { notify } from '#lib/page/notices.ts'
import { Button } from '#ui/button.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import { Alert } from '#ui/feedback/alert.tsx'
import { Checkbox } from '#ui/field/checkbox.tsx'
import { ErrorSummary } from '#ui/field/error-summary.tsx'
import { focusById } from '#ui/focus-by-id.ts'
import { correspondenceQuery, sendMessage } from '../cases.queries.ts'
import { SavedReplyField } from './saved-reply-field.tsx'

export const whyOffId = 'case-messages-off'

const textId = 'field-case-message'
const pickId = 'field-case-saved'

/** Without a choice a message goes as the correspondence proposes. */
const empty: { readonly message: string; readonly byMail: boolean | undefined } = { message: '', byMail: undefined }
const useMessage = (caseId: number) => useStoredDraft(`case.${caseId}.message`, empty)

/** Shows a draft written before the case was reassigned or closed. */
export function UnsentMessage({ caseId }: { caseId: number }) {
  const { t } = useTranslation()
  const { work, isResumed, forget } = useMessage(caseId)
  if (!isResumed) return null
  return (
    <Alert kind="info" title={t('editDrafts.resumed')} announce="politely">
      <p className="written-text" dir="auto">
        {work.message}
      </p>
      <div className="cluster">
        <CopyButton value={work.message} label={t('editLock.copy')} copiedLabel={t('editLock.copied')} />
        <DiscardButton onDiscard={forget} focusId={whyOffId} />
      </div>
    </Alert>
  )
}

interface Sent {
  readonly message: NewOfficeMessage
  readonly senderKey: string
}

interface Props {
  readonly caseId: number
  /** The language of the report. */
  readonly language: Language
  readonly tellsByMail: boolean
  readonly byMail?: Correspondence['byMail']
  /** How many more files the case can take. */
  readonly filesLeft: number
}

/** Why a text cannot be sent: it is empty, or has fields without a value. */
function messageError(t: TFunction, text: string): string | undefined {
  if (!text.trim()) return t('messages.campo_obbligatorio')
  return openFieldsOf(text).length > 0 ? t('messages.campi_senza_valore') : undefined
}

/** Why the files cannot be sent: some are under way, or they are too large for a mail. */
function filesError(t: TFunction, { accepted, unsettled }: ReturnType<typeof useAddedFiles>, byMail: boolean) {
  if (unsettled) return t(unsettled)
  const bytes = accepted.reduce((sum, { size }) => sum + (size ?? 0), 0)
  return byMail && bytes > limits.mailAttachments.bytes ? t('messages.allegati_troppo_grandi_per_mail') : undefined
}

/** The session of a reply: its text, kept in the tab, and files, which leaving the page deletes. */
function useReply({ caseId, filesLeft, byMail: way }: Props) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const saved = useMessage(caseId)
  const files = useAddedFiles(Math.min(filesLeft, limits.reportAttachments.files))
  const { accepted } = files
  const goesByMail = ({ byMail }: typeof empty) => way !== undefined && (way.isOnly || (byMail ?? way.isDefault))
  const sending = useMutation({
    meta: { isHandled: true },
    mutationFn: ({ message, senderKey }: Sent) => sendMessage(caseId, message, senderKey),
    onSuccess: async (_reply, { message, senderKey }) => {
      files.settle(message.attachments ?? [])
      // Text typed while the message was sent belongs to the next message.
      if (senderKey.startsWith(saved.senderKey)) session.restart(empty)
      notify({ kind: 'success', body: t('cases.messages.sent') })
      await queryClient.invalidateQueries({ queryKey: correspondenceQuery(caseId).queryKey })
    },
  })
  const session = useFormSession<typeof empty, 'message' | 'files' | 'byMail'>({
    id: 'field-case',
    start: empty,
    saved,
    fields: { message: 'testo', files: 'allegati', byMail: 'flag_per_mail' },
    labelOf: (key) =>
      key === 'byMail'
        ? t('cases.messages.byMail.choice', { address: isolate(way?.address ?? '') })
        : t(key === 'files' ? 'cases.messages.attach' : 'cases.messages.write'),
    check: (draft) => ({
      message: messageError(t, draft.message),
      files: filesError(t, files, goesByMail(draft)),
    }),
    keyAt: (path) => (path.startsWith('allegati') ? 'files' : 'message'),
    sending,
    send: (draft, { senderKey }) => {
      const attachments = accepted.map(({ id, name }) => ({ id, name }))
      // The files are part of the message: with others it is another message.
      const key = [senderKey, ...attachments.map(({ id }) => id.slice(0, 8))].join('.')
      const message = {
        text: draft.message,
        ...(attachments.length > 0 && { attachments }),
        ...(goesByMail(draft) && { byMail: true }),
      }
      sending.mutate({ message, senderKey: key })
    },
  })
  return { saved, files, session, isByMail: goesByMail(session.draft) }
}

/** Where the message goes, and how the reporter learns of it. */
function hintOf(t: TFunction, { byMail, tellsByMail }: Props, isByMail: boolean): string {
  if (byMail && isByMail)
    return t('cases.messages.byMail.hint', {
      address: isolate(byMail.address),
      size: limits.mailAttachments.bytes / 1_048_576,
    })
  return t(tellsByMail ? 'cases.messages.tellsByMail' : 'cases.messages.tellsNobody')
}

/** The box to answer the reporter: text, and files that are chosen, dropped or pasted. Ctrl+Enter sends. */
export function ReplyForm(props: Props) {
  const { t } = useTranslation()
  const { saved, files, session, isByMail } = useReply(props)
  const { draft } = session
  const { value: _chosen, ...byMail } = session.field('byMail')
  const open = openFieldsOf(draft.message)
  const handlePick = (text: string) => {
    session.set('message', [draft.message.trim(), text].filter(Boolean).join('\n\n'))
    focusById(textId)
  }
  const handleKey = (event: KeyboardEvent) => {
    if (event.key === '/' && draft.message === '' && (event.target as Element).id === textId) {
      event.preventDefault()
      focusById(pickId)
    }
    if (sendsForm(event)) session.submit()
  }
  return (
    <form {...session.form} className="reply-form" onKeyDown={handleKey}>
      <ErrorSummary {...session.summary} />
      {saved.isResumed && (
        <Alert kind="info" announce="politely">
          {t('editDrafts.resumed')}
        </Alert>
      )}
      <SavedReplyField id={pickId} caseId={props.caseId} language={props.language} onPick={handlePick} />
      <LongText
        {...session.field('message')}
        {...shortcut('reply')}
        hint={hintOf(t, props, isByMail)}
        required
        rows={3}
        limit={limits.narrativeCodePoints}
      />
      {props.byMail && !props.byMail.isOnly && <Checkbox {...byMail} checked={isByMail} onChange={byMail.onChange} />}
      {open.length > 0 && (
        <Alert kind="warning" announce="politely">
          {t('savedReplies.open', { fields: open.map((word) => `{${word}}`).join(' ') })}
        </Alert>
      )}
      <CallErrorAlert title={t('cases.messages.failed')} error={session.callError} />
      <UploadField
        id="field-case-files"
        label={t('cases.messages.attach')}
        error={session.errorOf('files')}
        queue={files.queue}
      />
      <div className="cluster">
        <Button type="submit" pending={session.isPending} pendingText={t('cases.messages.sending')}>
          {t('cases.messages.send')}
        </Button>
        <span className="reply-keys">{t('cases.messages.keys')}</span>
      </div>
      <UnsavedChanges hasChanges={() => session.hasChanges() || files.hasAny} onLeave={saved.forget} />
    </form>
  )
}
