import {
  getOrganisationLock,
  getPersonLock,
  lockOrganisation,
  lockPerson,
  type RegistryKind,
  readDraft,
  saveOrganisationForm,
  savePersonForm,
  usesOf,
  withoutHidden,
  writeWire,
} from '@portal/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { LockedRecord } from '#form/edit/edit-lock.ts'
import { defineEditedForm } from '#form/edit/edited-form.ts'
import { defineDrafts } from '#form/edit/field-draft.ts'
import { definePlaces } from '#form/form-texts.ts'
import { call } from '#lib/api/call.ts'
import { today } from '#lib/i18n/format.tsx'
import { useRecordForm } from '#record/use-record-form.ts'
import { useSimilarRecords } from './duplicates/use-similar-records.ts'
import { recordQuery, saveRecord } from './registry.queries.ts'
import {
  displayOf,
  formOf,
  type RecordDetail,
  type RecordDraft,
  type RecordKey,
  type RecordValues,
  recordTexts,
} from './registry-kinds.ts'

/** What is typed of a record as values, and what is wrong with it. */
export const readRecord = (kind: RegistryKind, draft: RecordDraft) => {
  const form = formOf(kind)
  return readDraft<RecordValues>(form, draft, today())
}

/** The form with which the office edits the records of a kind. */
function editedRecord(kind: RegistryKind) {
  const form = formOf(kind)
  const keys = usesOf(form).map(({ key }) => key as RecordKey)
  const declared = { fields: form.fields, keys }
  return defineEditedForm<RecordDraft, RecordDetail, RecordKey>({
    kind: 'record',
    id: kind,
    keys,
    display: displayOf(kind),
    texts: recordTexts,
    drafts: defineDrafts(declared),
    places: definePlaces(declared, recordTexts),
  })
}
export const editedRecords = { person: editedRecord('person'), organisation: editedRecord('organisation') } as const

const locks = {
  person: { lock: lockPerson, look: getPersonLock },
  organisation: { lock: lockOrganisation, look: getOrganisationLock },
} as const

const lockedRecord = (kind: RegistryKind, id: number): LockedRecord => ({
  queryKey: recordQuery(kind, id).queryKey,
  lock: (action, options) => call(locks[kind].lock, { params: { id }, query: { action } }, options),
  look: () => call(locks[kind].look, { params: { id } }),
})

const saved = { person: savePersonForm.fields, organisation: saveOrganisationForm.fields } as const

/** The body of a saved record. */
function savedOnWire(kind: RegistryKind, values: RecordValues, id: number, version: number): object {
  const { recordId, version: versionField } = saved[kind]
  const form = formOf(kind)
  return { ...writeWire(form, withoutHidden(form, values)), [recordId.wire]: id, [versionField.wire]: version }
}

/** The edit session of a record of the registry. */
export function useRegistryForm(kind: RegistryKind, record: RecordDetail) {
  const { id } = record
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const { queryKey } = recordQuery(kind, id)
  const similar = useSimilarRecords(kind)
  const form = useRecordForm<RecordDraft, RecordDetail, RecordValues>({
    record,
    reveal: () => undefined,
    edited: editedRecords[kind],
    locked: useMemo(() => lockedRecord(kind, id), [kind, id]),
    fetch: () => queryClient.fetchQuery({ ...recordQuery(kind, id), staleTime: 0 }),
    read: (draft) => readRecord(kind, draft),
    save: (values, version) =>
      similar.save({
        values,
        before: record,
        send: () => saveRecord(kind, savedOnWire(kind, values, id, version)),
      }),
    async refresh(newer) {
      if (newer) queryClient.setQueryData(queryKey, newer)
      await queryClient.invalidateQueries({ queryKey: ['registry'] })
    },
    texts: { saved: t('registry.page.saved'), found: t('registry.page.found') },
  })
  const isEditing = form.state.phase === 'editing'
  const { clear } = similar
  useEffect(() => {
    if (!isEditing) clear()
  }, [isEditing, clear])
  return { ...form, similar: similar.shown }
}
