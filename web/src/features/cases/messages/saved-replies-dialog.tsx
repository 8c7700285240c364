import { can, type NewSavedReply, type ReferenceList, replyFields, type SavedReply, saveReply } from '@portal/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { bundleQuery } from '#form/choices.ts'
import { FormDialog } from '#form/form-dialog.tsx'
import { useFormSession } from '#form/use-form-session.ts'
import { call } from '#lib/api/call.ts'
import { useUser } from '#lib/session/current-user.ts'
import { Button } from '#ui/button.tsx'
import { Modal } from '#ui/feedback/modal.tsx'
import { Checkbox } from '#ui/field/checkbox.tsx'
import { Select } from '#ui/field/select.tsx'
import { TextInput } from '#ui/field/text-input.tsx'
import { TextsByLanguage, textsOf, writtenIn } from './texts-by-language.tsx'

interface Props {
  readonly replies: readonly SavedReply[]
  readonly onClose: () => void
}

/** The saved replies of the user and the shared ones: list, add, change, retire. */
export function SavedRepliesDialog({ replies, onClose }: Props) {
  const { t } = useTranslation()
  const [edited, setEdited] = useState<SavedReply | 'new'>()
  const saving = useSaving()
  if (edited) return <ReplyDialog reply={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} />
  return (
    <Modal
      title={t('savedReplies.title')}
      onClose={onClose}
      closeText={t('site.close')}
      footer={
        <Button icon="it-plus" onClick={() => setEdited('new')}>
          {t('savedReplies.new')}
        </Button>
      }
    >
      {replies.length === 0 && <p>{t('savedReplies.empty')}</p>}
      <ul className="plain-list saved-replies">
        {replies.map((reply) => (
          <li key={reply.id}>
            <div>
              <strong>
                <bdi>{reply.name}</bdi>
              </strong>
              <span className="pick-note">
                {[
                  t(reply.isShared ? 'savedReplies.shared' : 'savedReplies.own'),
                  ...reply.texts.map(({ language }) => t(`savedReplies.languages.${language}`)),
                  ...(reply.isRetired ? [t('savedReplies.retired')] : []),
                ].join(' · ')}
              </span>
            </div>
            {reply.mayEdit && (
              <>
                <Button variant="quiet" size="sm" onClick={() => setEdited(reply)}>
                  <span>{t('savedReplies.change')}</span>
                  <span className="visually-hidden">{`: ${reply.name}`}</span>
                </Button>
                <Button
                  variant="quiet"
                  size="sm"
                  pending={saving.isPending}
                  pendingText={t('site.wait')}
                  onClick={() => saving.mutate({ ...reply, isRetired: !reply.isRetired })}
                >
                  <span>{t(reply.isRetired ? 'savedReplies.restore' : 'savedReplies.retire')}</span>
                  <span className="visually-hidden">{`: ${reply.name}`}</span>
                </Button>
              </>
            )}
          </li>
        ))}
      </ul>
    </Modal>
  )
}

function useSaving(onSaved?: () => void) {
  const queryClient = useQueryClient()
  return useMutation({
    meta: { isHandled: true },
    mutationFn: (reply: NewSavedReply) => call(saveReply, { body: reply }),
    onSuccess: (saved) => {
      queryClient.setQueryData(['saved-replies'], saved)
      onSaved?.()
    },
  })
}

/** What a reply may be proposed for, each with its list. */
const fits = {
  groundId: 'ground',
  fieldId: 'field_of_life',
  relevanceId: 'relevance',
  outcomeId: 'final_outcome',
} as const satisfies Partial<Record<keyof NewSavedReply, ReferenceList>>
const fitKeys = Object.keys(fits) as (keyof typeof fits)[]

const wires = { name: 'nome', isShared: 'flag_condiviso', texts: 'testi' } as const
const fitWires = {
  groundId: 'id_ground',
  fieldId: 'id_ambito',
  relevanceId: 'id_pertinenza',
  outcomeId: 'id_esito_finale',
} as const

/** The form of a saved reply; its texts are written one language at a time. */
function ReplyDialog({ reply, onClose }: { readonly reply: SavedReply | undefined; readonly onClose: () => void }) {
  const { t } = useTranslation()
  const { selectedRole } = useUser()
  const { data: lists } = useQuery(bundleQuery())
  const saving = useSaving(onClose)
  const session = useFormSession({
    id: 'saved-reply',
    start: () => ({
      name: reply?.name ?? '',
      isShared: reply?.isShared ?? false,
      texts: textsOf(reply?.texts),
      groundId: String(reply?.groundId ?? ''),
      fieldId: String(reply?.fieldId ?? ''),
      relevanceId: String(reply?.relevanceId ?? ''),
      outcomeId: String(reply?.outcomeId ?? ''),
    }),
    fields: { ...wires, ...fitWires },
    labelOf: (key) => t(`savedReplies.fields.${key}`),
    keyAt: (path) => (path.startsWith('testi') ? 'texts' : undefined),
    check: ({ name, texts }) => ({
      name: name.trim() ? undefined : t('messages.campo_obbligatorio'),
      texts: writtenIn(texts).length > 0 ? undefined : t('messages.campo_obbligatorio'),
    }),
    sending: saving,
    send: ({ name, isShared, texts, ...chosen }) =>
      saving.mutate({
        id: reply?.id,
        isRetired: reply?.isRetired ?? false,
        name,
        isShared,
        texts: writtenIn(texts),
        ...Object.fromEntries(fitKeys.flatMap((key) => (chosen[key] ? [[key, Number(chosen[key])]] : []))),
      }),
  })
  const { texts } = session.draft
  return (
    <FormDialog
      {...session.dialog}
      title={t(reply ? 'savedReplies.changeTitle' : 'savedReplies.new')}
      submitText={t('savedReplies.save')}
      onClose={onClose}
    >
      <TextInput {...session.field('name')} required />
      {can('sharedReplies', selectedRole) && (
        <Checkbox
          id="saved-reply-isShared"
          label={t('savedReplies.fields.isShared')}
          checked={session.draft.isShared}
          onChange={(isShared) => session.set('isShared', isShared)}
        />
      )}
      <TextsByLanguage
        id="saved-reply"
        texts={texts}
        onChange={(changed) => session.set('texts', changed)}
        fields={Object.values(replyFields)}
        error={session.errorOf('texts')}
      />
      <div className="saved-reply-fits">
        {fitKeys.map((key) => (
          <Select
            key={key}
            {...session.field(key)}
            emptyLabel={t('savedReplies.any')}
            options={(lists?.[fits[key]] ?? []).map(({ id, label }) => ({ value: String(id), label }))}
          />
        ))}
      </div>
    </FormDialog>
  )
}
