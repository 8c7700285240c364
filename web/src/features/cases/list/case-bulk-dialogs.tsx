import {
  type CaseActionInput,
  type CaseRow,
  caseActionFields,
  caseActionForm,
  caseFields,
  closeDuplicates,
  type Form,
  formatScreenDate,
  performOnCases,
  readDraft,
  tagCases,
} from '@portal/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DeskFieldView } from '#form/fields/desk-field-view.tsx'
import { NewEntry } from '#form/fields/lines-view.tsx'
import { FormDialog } from '#form/form-dialog.tsx'
import { fieldSentences, useFormSession } from '#form/use-form-session.ts'
import { today } from '#lib/i18n/format.tsx'
import { RadioRow } from '#ui/field/radio-row.tsx'
import { TextInput } from '#ui/field/text-input.tsx'
import { focusById } from '#ui/focus-by-id.ts'
import type { ActionDraft } from '../actions/case-action-draft.ts'
import { actionLabelOf } from '../actions/case-action-fields.tsx'
import { useChangeCases } from '../actions/case-commands.queries.ts'
import { useNewHashtag } from '../record/new-entries.ts'
import { noteOf, useFoundCases } from '../search/found-cases.ts'
import { type BulkDialogProps, versionsOf } from './case-bulk-outcome.tsx'

const hashtagField = caseFields.hashtags.columns.hashtagId

/** Adds a hashtag to the selected cases; one that does not exist yet is made here. */
export function TagDialog({ selection, onClose, onDone }: BulkDialogProps) {
  const { t } = useTranslation()
  const tagging = useChangeCases(tagCases, onDone)
  const createHashtag = useNewHashtag()
  const session = useFormSession({
    id: 'tag',
    start: { hashtagId: undefined as unknown },
    fields: { hashtagId: hashtagField.wire },
    labelOf: () => t('caseColumns.hashtagId'),
    check: ({ hashtagId }) => ({ hashtagId: hashtagId ? undefined : t('messages.campo_obbligatorio') }),
    sending: tagging,
    send: ({ hashtagId }) => tagging.mutate({ hashtagId: Number(hashtagId), cases: versionsOf(selection.rows) }),
  })
  return (
    <FormDialog
      {...session.dialog}
      title={t('cases.bulk.titles.tag', { count: selection.rows.length })}
      submitText={t('cases.bulk.confirms.tag')}
      onClose={onClose}
    >
      <DeskFieldView {...session.field('hashtagId')} field={hashtagField} required />
      <NewEntry
        id="field-tag-new"
        create={createHashtag}
        texts={{ label: t('cases.bulk.newTag.label'), create: t('cases.bulk.newTag.create') }}
        onCreated={({ id }) => {
          session.change({ hashtagId: id })
          focusById(session.field('hashtagId').id)
        }}
      />
    </FormDialog>
  )
}

const startAction = (): ActionDraft => ({ performedOn: formatScreenDate(today()) })

/** The values and errors of the fields of an action, whatever case it is for. */
const readFields = (draft: ActionDraft) =>
  readDraft(caseActionForm as Form<CaseActionInput>, { ...draft, caseId: 1, version: 1 }, today())

const performedKeys = ['performedActionId', 'performedOn'] as const
const performedWires = { performedActionId: 'id_azioni_svolte', performedOn: 'data' } as const

/** Adds a performed action to the selected cases, by default with today's date. */
export function PerformDialog({ selection, onClose, onDone }: BulkDialogProps) {
  const { t } = useTranslation()
  const performing = useChangeCases(performOnCases, onDone)
  const session = useFormSession({
    id: 'perform',
    start: startAction,
    fields: performedWires,
    labelOf: (key) => actionLabelOf(t, key),
    check: (draft) => ({
      ...fieldSentences(t, readFields(draft).fieldErrors),
      ...(!draft.performedActionId && { performedActionId: t('messages.campo_obbligatorio') }),
      ...(!draft.performedOn && { performedOn: t('messages.campo_obbligatorio') }),
    }),
    sending: performing,
    send: (draft) => {
      const { performedActionId: actionId, performedOn: date } = readFields(draft).values
      if (actionId && date) performing.mutate({ actionId, date, cases: versionsOf(selection.rows) })
    },
  })
  return (
    <FormDialog
      {...session.dialog}
      title={t('cases.bulk.titles.perform', { count: selection.rows.length })}
      submitText={t('cases.bulk.confirms.perform')}
      onClose={onClose}
    >
      {performedKeys.map((key) => (
        <DeskFieldView
          key={key}
          {...session.field(key)}
          field={caseActionFields[key]}
          required
          onChange={(value) => session.change({ [key]: value })}
        />
      ))}
    </FormDialog>
  )
}

/** How many of the selected cases are proposed as the one that stays. */
const proposed = 6

/** The cases that a text finds; without a text, the selected ones. */
function useOriginals(rows: readonly CaseRow[], typed: string): readonly CaseRow[] {
  const found = useFoundCases(typed)
  return typed.trim() === '' ? rows.slice(0, proposed) : found
}

/** Closes the selected cases as duplicates of the one that stays, which may be among them. */
export function DuplicatesDialog({ selection, onClose, onDone }: BulkDialogProps) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const originals = useOriginals(selection.rows, typed)
  const originalOf = ({ originalId }: Draft) => {
    const only = typed.trim() !== '' && originals.length === 1 ? originals[0] : undefined
    return originals.find(({ id }) => String(id) === originalId) ?? only
  }
  const duplicatesOf = (draft: Draft) => selection.rows.filter(({ id }) => id !== originalOf(draft)?.id)
  const originalError = (draft: Draft) => {
    if (!originalOf(draft)) return t('messages.campo_obbligatorio')
    return duplicatesOf(draft).length === 0 ? t('cases.bulk.original.alone') : undefined
  }
  const closing = useChangeCases(closeDuplicates, onDone)
  const session = useFormSession<Draft, DraftKey>({
    id: 'duplicates',
    start: () => ({ ...startAction(), originalId: '' }),
    fields: { originalId: 'id_caso_originale', outcomeId: 'id_esito_finale', ...performedWires },
    labelOf: (key) => (key === 'originalId' ? t('cases.bulk.original.label') : actionLabelOf(t, key)),
    check: (draft) => ({
      ...fieldSentences(t, readFields(draft).fieldErrors),
      originalId: originalError(draft),
      ...(!draft.outcomeId && { outcomeId: t('messages.campo_obbligatorio') }),
    }),
    sending: closing,
    send: (draft) => {
      const { outcomeId, performedActionId, performedOn } = readFields(draft).values
      const original = originalOf(draft)
      const cases = versionsOf(duplicatesOf(draft))
      if (original && outcomeId)
        closing.mutate({ originalId: original.id, outcomeId, performedActionId, performedOn, cases })
    },
  })
  const { draft } = session
  const shownKeys = draft.performedActionId
    ? (['outcomeId', ...performedKeys] as const)
    : (['outcomeId', 'performedActionId'] as const)
  const { id, label, error } = session.field('originalId')
  const isEmpty = originals.length === 0
  return (
    <FormDialog
      {...session.dialog}
      title={t('cases.bulk.titles.duplicates', { count: duplicatesOf(draft).length })}
      submitText={t('cases.bulk.confirms.duplicates')}
      onClose={onClose}
    >
      <TextInput
        id={isEmpty ? id : `${id}-text`}
        label={t('cases.bulk.original.search')}
        hint={isEmpty && typed.trim() !== '' ? t('cases.bulk.original.none') : t('cases.bulk.original.hint')}
        error={isEmpty ? error : undefined}
        autoComplete="off"
        value={typed}
        onChange={setTyped}
      />
      {!isEmpty && (
        <RadioRow
          id={id}
          label={label}
          error={error}
          required
          options={originals.map((row) => ({ value: String(row.id), label: `${row.code} · ${noteOf(t, row)}` }))}
          value={String(originalOf(draft)?.id ?? '')}
          onChange={(originalId) => session.change({ originalId })}
        />
      )}
      {shownKeys.map((key) => (
        <DeskFieldView
          key={key}
          {...session.field(key)}
          field={caseActionFields[key]}
          hint={key === 'performedActionId' ? t('cases.bulk.original.actionHint') : undefined}
          required={key !== 'performedActionId'}
          onChange={(value) => session.change({ [key]: value })}
        />
      ))}
    </FormDialog>
  )
}

type Draft = ActionDraft & { readonly originalId: string }
type DraftKey = 'originalId' | 'outcomeId' | 'performedActionId' | 'performedOn'
