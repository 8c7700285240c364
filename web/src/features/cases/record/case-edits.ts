import { type CaseDetail, type CaseDraft, type CaseKey, getCaseLock, lockCase } from '@portal/contract'
import type { LockedRecord } from '#form/edit/edit-lock.ts'
import { defineEditedForm } from '#form/edit/edited-form.ts'
import { call } from '#lib/api/call.ts'
import { caseQuery } from '../cases.queries.ts'
import { caseDisplay } from './case-display.tsx'
import { caseDrafts, editableKeys } from './case-draft.ts'
import { caseFormId, casePlaces, caseTexts } from './case-field-texts.ts'

/** The form with which the office edits a case. */
export const editedCase = defineEditedForm<CaseDraft, CaseDetail, CaseKey>({
  kind: 'case',
  id: caseFormId,
  keys: editableKeys,
  display: caseDisplay,
  texts: caseTexts,
  drafts: caseDrafts,
  places: casePlaces,
})

export const lockedCase = (id: number): LockedRecord => ({
  queryKey: caseQuery(id).queryKey,
  lock: (action, options) => call(lockCase, { params: { id }, query: { action } }, options),
  look: () => call(getCaseLock, { params: { id } }),
})
