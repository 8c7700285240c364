import {
  addReferenceEntry,
  type EntryLabels,
  type Language,
  languages,
  offeredItems,
  parentListOf,
  type ReferenceEntry,
  type ReferenceList,
  renameReferenceEntry,
} from '@portal/contract'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useWholeList } from '#form/choices.ts'
import { FormDialog } from '#form/form-dialog.tsx'
import { type Sending, useFormSession } from '#form/use-form-session.ts'
import { isVersionConflict } from '#lib/api/call-error.ts'
import { Alert } from '#ui/feedback/alert.tsx'
import { Select } from '#ui/field/select.tsx'
import { TextInput } from '#ui/field/text-input.tsx'
import { useEntryChange } from './reference.queries.ts'

type Draft = Readonly<Record<Language, string>> & { readonly parentId: string }
type Key = keyof Draft

const fields: Readonly<Record<Key, string>> = {
  parentId: 'id_superiore',
  it: 'nomi.it',
  en: 'nomi.en',
  fr: 'nomi.fr',
  es: 'nomi.es',
  ar: 'nomi.ar',
  ur: 'nomi.ur',
}

const draftOf = (labels: Partial<EntryLabels>, parentId = ''): Draft => ({
  parentId,
  ...(Object.fromEntries(languages.map((language) => [language, labels[language] ?? ''])) as Record<Language, string>),
})

/** The names that were typed; a language without one is absent. */
const labelsOf = (draft: Draft): EntryLabels => ({
  it: draft.it.trim(),
  ...Object.fromEntries(
    languages.flatMap((language) => (draft[language].trim() === '' ? [] : [[language, draft[language].trim()]])),
  ),
})

const longest = 200

/** The names of an entry, and the entry above it where it gets one. */
function useEntryForm(start: Draft, needsParent: boolean, sending: Sending, send: (draft: Draft) => void) {
  const { t } = useTranslation()
  const missing = (text: string) => (text.trim() === '' ? t('messages.campo_obbligatorio') : undefined)
  return useFormSession<Draft, Key>({
    id: useId(),
    start,
    fields,
    labelOf: (key) => (key === 'parentId' ? t('referenceLists.parent') : t(`referenceLists.labels.${key}`)),
    check: ({ it, parentId }) => ({ it: missing(it), parentId: needsParent ? missing(parentId) : undefined }),
    sending,
    send,
  })
}

function LabelFields({ session }: { readonly session: ReturnType<typeof useEntryForm> }) {
  return languages.map((language) => (
    <TextInput
      key={language}
      {...session.field(language)}
      required={language === 'it'}
      autoComplete="off"
      maxLength={longest}
      lang={language}
      dir="auto"
    />
  ))
}

interface AddProps {
  readonly list: ReferenceList
  readonly onClose: () => void
}

/** Adds an entry to a list. */
export function AddDialog({ list, onClose }: AddProps) {
  const { t } = useTranslation()
  const parents = parentListOf(list)
  const add = useEntryChange(
    addReferenceEntry,
    ({ labels }) => t('referenceLists.add.done', { name: labels.it }),
    onClose,
  )
  const session = useEntryForm(draftOf({}), parents !== undefined, add, (draft) =>
    add.mutate({
      body: { list, labels: labelsOf(draft), parentId: draft.parentId === '' ? undefined : Number(draft.parentId) },
    }),
  )
  return (
    <FormDialog
      {...session.dialog}
      title={t('referenceLists.add.title', { list: t(`referenceLists.names.${list}`) })}
      submitText={t('referenceLists.add.submit')}
      onClose={onClose}
    >
      <p>{t('referenceLists.labelsHint')}</p>
      {parents && <ParentField parents={parents} field={session.field('parentId')} />}
      <LabelFields session={session} />
    </FormDialog>
  )
}

interface ParentProps {
  readonly parents: ReferenceList
  readonly field: Pick<React.ComponentProps<typeof Select>, 'id' | 'label' | 'error' | 'value' | 'onChange'>
}

function ParentField({ parents, field }: ParentProps) {
  const { t } = useTranslation()
  const items = offeredItems(useWholeList(parents, []), [])
  return (
    <Select
      {...field}
      required
      emptyLabel={t('report.choose')}
      options={items.map(({ id, label }) => ({ value: String(id), label }))}
    />
  )
}

/** Changes the names of an entry. After a conflict the next attempt replaces the names of the other user, which are shown. */
export function RenameDialog({ list, entry, onClose }: AddProps & { readonly entry: ReferenceEntry }) {
  const { t } = useTranslation()
  const rename = useEntryChange(
    renameReferenceEntry,
    ({ labels }) => t('referenceLists.rename.done', { name: labels.it }),
    onClose,
  )
  const newer = isVersionConflict(rename.error) ? (rename.error.record as ReferenceEntry | undefined) : undefined
  const session = useEntryForm(draftOf(entry.labels), false, rename, (draft) =>
    rename.mutate({
      body: { list, id: entry.id, version: newer?.version ?? entry.version, labels: labelsOf(draft) },
    }),
  )
  return (
    <FormDialog
      {...session.dialog}
      title={t('referenceLists.rename.title', { name: entry.labels.it })}
      submitText={t('referenceLists.rename.submit')}
      onClose={onClose}
    >
      <p>{t('referenceLists.labelsHint')}</p>
      {newer && (
        <Alert kind="warning" announce="now">
          {t('referenceLists.rename.conflict', { name: newer.labels.it })}
        </Alert>
      )}
      <LabelFields session={session} />
    </FormDialog>
  )
}
