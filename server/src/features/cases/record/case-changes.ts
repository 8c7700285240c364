import { caseForm } from '@portal/contract'
import { createFormChanges } from '#platform/form-changes.ts'

/** The changes of a case, for its history. */
export const { changesBetween, changedKeys, withoutChanges } = createFormChanges(caseForm)
