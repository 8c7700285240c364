import { limits, type NewComment, writeComment } from '@portal/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { LongText } from '#form/fields/long-text.tsx'
import { sendsForm } from '#form/sends-form.ts'
import { useStoredDraft } from '#form/stored-draft.ts'
import { useFormSession } from '#form/use-form-session.ts'
import { call } from '#lib/api/call.ts'
import { CallErrorAlert } from '#lib/api/call-error-alert.tsx'
import { useColleagueOptions } from '#lib/backoffice/colleagues.ts'
import { shortcut } from '#lib/backoffice/desk-keys.ts'
import { UnsavedChanges } from '#lib/drafts/unsaved-changes.tsx'
import { Button } from '#ui/button.tsx'
import { ErrorSummary } from '#ui/field/error-summary.tsx'
import { PickField } from '#ui/field/pick-field.tsx'
import { focusById } from '#ui/focus-by-id.ts'
import { correspondenceQuery } from '../cases.queries.ts'

interface Draft {
  readonly text: string
  readonly mentions: readonly string[]
}

const empty: Draft = { text: '', mentions: [] }
const textId = 'field-comment-text'
const pickId = 'field-comment-mentions'

function useComment(caseId: number) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const saved = useStoredDraft<Draft>(`case.${caseId}.comment`, empty)
  const sending = useMutation({
    meta: { isHandled: true },
    mutationFn: ({ comment, senderKey }: { comment: NewComment; senderKey: string }) =>
      call(writeComment, { params: { id: caseId }, body: comment }, { headers: { 'Idempotency-Key': senderKey } }),
    onSuccess: (correspondence) => {
      queryClient.setQueryData(correspondenceQuery(caseId).queryKey, correspondence)
      session.restart(empty)
      focusById(textId)
    },
  })
  const session = useFormSession<Draft, 'text' | 'mentions'>({
    id: 'field-comment',
    start: empty,
    saved,
    fields: { text: 'testo', mentions: 'id_citati' },
    labelOf: (key) => t(`comments.fields.${key}`),
    check: ({ text }) => ({ text: text.trim() ? undefined : t('messages.campo_obbligatorio') }),
    keyAt: (path) => (path.startsWith('id_citati') ? 'mentions' : 'text'),
    sending,
    send: ({ text, mentions }, { senderKey }) =>
      sending.mutate({ comment: { text, mentionIds: mentions.map(Number) }, senderKey }),
  })
  return { saved, session }
}

/** A comment that only the office reads; @ chooses a colleague who gets a notice. */
export function CommentForm({ caseId }: { readonly caseId: number }) {
  const { t } = useTranslation()
  const { saved, session } = useComment(caseId)
  const colleagues = useColleagueOptions().map(({ id, label }) => ({ id, text: label }))
  const { text, mentions } = session.draft
  const nameOf = (id: string) => colleagues.find((one) => one.id === id)?.text ?? id
  const handlePick = (id: string) => {
    session.set('mentions', [...mentions, id])
    session.set('text', `${text}${text === '' || /\s$/.test(text) ? '' : ' '}@${nameOf(id)} `)
    focusById(textId)
  }
  const handleKey = (event: KeyboardEvent) => {
    if (sendsForm(event)) session.submit()
    if (event.key !== '@' || (event.target as Element).id !== textId) return
    event.preventDefault()
    focusById(pickId)
  }
  return (
    <form {...session.form} onKeyDown={handleKey}>
      <ErrorSummary {...session.summary} />
      <LongText
        {...session.field('text')}
        {...shortcut('reply')}
        hint={t('comments.hint')}
        required
        rows={2}
        limit={limits.narrativeCodePoints}
      />
      <PickField
        id={pickId}
        label={t('comments.fields.mentions')}
        error={session.errorOf('mentions')}
        noneText={t('comments.nobody')}
        options={colleagues.filter((one) => !mentions.includes(one.id))}
        onPick={handlePick}
      />
      {mentions.length > 0 && (
        <ul className="cluster plain-list mention-list" aria-label={t('comments.notified')}>
          {mentions.map((id) => (
            <li key={id}>
              <Button
                variant="secondary"
                size="sm"
                icon="it-close"
                onClick={() => {
                  session.set(
                    'mentions',
                    mentions.filter((one) => one !== id),
                  )
                  focusById(pickId)
                }}
              >
                <span className="visually-hidden">{t('comments.unmention')}</span>
                <bdi>{nameOf(id)}</bdi>
              </Button>
            </li>
          ))}
        </ul>
      )}
      <CallErrorAlert title={t('comments.failed')} error={session.callError} />
      <div className="cluster">
        <Button type="submit" pending={session.isPending} pendingText={t('site.wait')}>
          {t('comments.send')}
        </Button>
        <span className="reply-keys">{t('comments.keys')}</span>
      </div>
      <UnsavedChanges hasChanges={session.hasChanges} onLeave={saved.forget} />
    </form>
  )
}
