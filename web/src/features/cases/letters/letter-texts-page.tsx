import {
  type LetterText,
  type LetterTextKind,
  letterFields,
  letterTextKinds,
  type NewLetterText,
  type ReferenceBundle,
  type ReferenceList,
  saveLetterText,
} from '@portal/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { bundleQuery } from '#form/choices.ts'
import { FormDialog } from '#form/form-dialog.tsx'
import { useFormSession } from '#form/use-form-session.ts'
import { call } from '#lib/api/call.ts'
import { LoadFailed } from '#lib/api/load-failed.tsx'
import { notifyError } from '#lib/api/notify-error.ts'
import { Button } from '#ui/button.tsx'
import { TextSkeleton } from '#ui/feedback/skeleton.tsx'
import { Select } from '#ui/field/select.tsx'
import { TextInput } from '#ui/field/text-input.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { TextsByLanguage, textsOf, writtenIn } from '../messages/texts-by-language.tsx'
import { letterTextsQuery } from './letters.queries.ts'

const kinds = Object.keys(letterTextKinds) as LetterTextKind[]

/** The texts that letters to complainants are drafted from: one for each decision, and the remedies with their sources. */
export function LetterTextsPage() {
  const { t } = useTranslation()
  const { data, isError, isFetching, refetch } = useQuery(letterTextsQuery)
  const [edited, setEdited] = useState<LetterText | LetterTextKind>()
  return (
    <div className="stack">
      <h1>{t('letterTexts.title')}</h1>
      <p>{t('letterTexts.intro')}</p>
      {isError && !data && <LoadFailed isRetrying={isFetching} onRetry={() => refetch()} />}
      {!(data || isError) && <TextSkeleton text={t('site.loading')} count={6} />}
      {data &&
        kinds.map((kind) => (
          <Panel
            key={kind}
            title={t(`letterTexts.kinds.${kind}`)}
            actions={
              <Button variant="secondary" size="sm" icon="it-plus" onClick={() => setEdited(kind)}>
                <span>{t('letterTexts.new')}</span>
                <span className="visually-hidden">{`: ${t(`letterTexts.kinds.${kind}`)}`}</span>
              </Button>
            }
          >
            <Texts texts={data.rows.filter((text) => text.kind === kind)} onEdit={setEdited} />
          </Panel>
        ))}
      {edited !== undefined && <TextDialog edited={edited} onClose={() => setEdited(undefined)} />}
    </div>
  )
}

function useSaving(onSaved?: () => void) {
  const queryClient = useQueryClient()
  return useMutation({
    meta: { isHandled: true },
    mutationFn: (text: NewLetterText) => call(saveLetterText, { body: text }),
    onSuccess: (saved) => {
      queryClient.setQueryData(letterTextsQuery.queryKey, saved)
      onSaved?.()
    },
  })
}

/** What a text is for, each with its list. */
const fits = {
  groundId: 'ground',
  fieldId: 'field_of_life',
  modeId: 'discrimination_mode',
} as const satisfies Partial<Record<keyof LetterText, ReferenceList>>
const fitKeys = Object.keys(fits) as (keyof typeof fits)[]
const fitWires = { groundId: 'id_ground', fieldId: 'id_ambito', modeId: 'id_modalita_discriminazione' } as const

const labelOf = (lists: ReferenceBundle | undefined, key: keyof typeof fits, id: number | undefined) =>
  lists?.[fits[key]]?.find((item) => item.id === id)?.label

interface TextsProps {
  readonly texts: readonly LetterText[]
  readonly onEdit: (text: LetterText) => void
}

function Texts({ texts, onEdit }: TextsProps) {
  const { t } = useTranslation()
  const { data: lists } = useQuery(bundleQuery())
  const saving = useSaving()
  if (texts.length === 0) return <p>{t('letterTexts.none')}</p>
  return (
    <ul className="plain-list saved-replies">
      {texts.map((text) => (
        <li key={text.id}>
          <div>
            <strong>{text.name}</strong>
            <span className="pick-note">
              {[
                ...fitKeys.flatMap((key) => labelOf(lists, key, text[key]) ?? []),
                ...(text.source ? [t('letterTexts.from', { source: text.source })] : []),
                text.texts.map(({ language }) => t(`savedReplies.languages.${language}`)).join(', '),
                ...(text.isRetired ? [t('savedReplies.retired')] : []),
              ].join(' · ')}
            </span>
          </div>
          <Button variant="quiet" size="sm" onClick={() => onEdit(text)}>
            <span>{t('savedReplies.change')}</span>
            <span className="visually-hidden">{`: ${text.name}`}</span>
          </Button>
          <Button
            variant="quiet"
            size="sm"
            pending={saving.isPending && saving.variables.id === text.id}
            pendingText={t('site.wait')}
            onClick={() => saving.mutate({ ...text, isRetired: !text.isRetired }, { onError: notifyError })}
          >
            <span>{t(text.isRetired ? 'savedReplies.restore' : 'savedReplies.retire')}</span>
            <span className="visually-hidden">{`: ${text.name}`}</span>
          </Button>
        </li>
      ))}
    </ul>
  )
}

interface DialogProps {
  /** The text to change, or the kind of a new one. */
  readonly edited: LetterText | LetterTextKind
  readonly onClose: () => void
}

function TextDialog({ edited, onClose }: DialogProps) {
  const { t } = useTranslation()
  const { data: lists } = useQuery(bundleQuery())
  const saving = useSaving(onClose)
  const text = typeof edited === 'string' ? undefined : edited
  const kind = typeof edited === 'string' ? edited : edited.kind
  const session = useFormSession({
    id: 'letter-text',
    start: () => ({
      name: text?.name ?? '',
      source: text?.source ?? '',
      texts: textsOf(text?.texts),
      groundId: String(text?.groundId ?? ''),
      fieldId: String(text?.fieldId ?? ''),
      modeId: String(text?.modeId ?? ''),
    }),
    fields: { name: 'nome', texts: 'testi', source: 'fonte', ...fitWires },
    labelOf: (key) => t(`letterTexts.fields.${key}`),
    keyAt: (path) => (path.startsWith('testi') ? 'texts' : undefined),
    check: ({ name, texts }) => ({
      name: name.trim() ? undefined : t('messages.campo_obbligatorio'),
      texts: writtenIn(texts).length > 0 ? undefined : t('messages.campo_obbligatorio'),
    }),
    sending: saving,
    send: ({ name, source, texts, ...chosen }) =>
      saving.mutate({
        id: text?.id,
        kind,
        name,
        source: source.trim() || undefined,
        isRetired: text?.isRetired ?? false,
        texts: writtenIn(texts),
        ...Object.fromEntries(fitKeys.flatMap((key) => (chosen[key] ? [[key, Number(chosen[key])]] : []))),
      }),
  })
  return (
    <FormDialog
      {...session.dialog}
      title={t(text ? 'letterTexts.change' : 'letterTexts.new')}
      submitText={t('savedReplies.save')}
      onClose={onClose}
    >
      <TextInput {...session.field('name')} required />
      <TextsByLanguage
        id="letter-text"
        texts={session.draft.texts}
        onChange={(texts) => session.set('texts', texts)}
        fields={Object.values(letterFields)}
        error={session.errorOf('texts')}
      />
      <TextInput {...session.field('source')} />
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
