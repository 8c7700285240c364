import { type CaseDetail, type CaseDraft, type CaseKey, getCaseLock, lockCase } from '@portal/contract'
import type { LockedRecord } from '#form/edit/edit-lock.ts'
import { defineMerge } from '#form/edit/edit-merge.ts'
import { defineEdits } from '#form/edit/edit-state.ts'
import { call } from '#lib/api/call.ts'
import { caseQuery } from '../cases.queries.ts'
import { changedKeys, draftOf, editableKeys, isSameIn, unitOf } from './case-draft.ts'

export const caseEdits = defineEdits<CaseDraft, CaseDetail>({
  draftOf: ({ values }) => draftOf(values),
  isSame: (one, other) => changedKeys(one, other).length === 0,
})

export const caseMerge = defineMerge<CaseDraft, CaseKey>({ keys: editableKeys, unitOf, isSameIn })

export const lockedCase = (id: number): LockedRecord => ({
  queryKey: caseQuery(id).queryKey,
  lock: (action, options) => call(lockCase, { params: { id }, query: { action } }, options),
  look: () => call(getCaseLock, { params: { id } }),
})
