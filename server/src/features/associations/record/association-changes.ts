import { associationForm } from '@portal/contract'
import { createFormChanges } from '#platform/form-changes.ts'

/** The changes of an association, for its history. */
export const { changesBetween, changedKeys, withoutChanges } = createFormChanges(associationForm)
