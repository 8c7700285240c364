import { associationForm } from '@portal/contract'
import { createFormChanges } from '#platform/record/form-changes.ts'

/** The changes of an association, for its history. */
export const associationChanges = createFormChanges(associationForm)
