import { type Form, type FormFieldError, missingMessageOf } from './form.ts'

type StepError = Pick<FormFieldError, 'key'> & Partial<FormFieldError>

/** How far a step of a form is. */
export interface StepState<E extends StepError = FormFieldError> {
  readonly id: string
  /** The errors of its fields, of those without a value too. */
  readonly errors: readonly E[]
  /** Its required fields without a value. */
  readonly missing: readonly string[]
  readonly isComplete: boolean
}

/** The id of the step with a field. */
export const stepOf = (form: Form, key: string) =>
  form.steps.find(({ fields }) => fields.some((use) => use.key === key))?.id

/** The state of each step of a form, in their order, from the errors that a reading of it or the server has found. */
export const stepStates = <E extends StepError>(form: Form, fieldErrors: readonly E[]): StepState<E>[] =>
  form.steps.map(({ id }) => {
    const errors = fieldErrors.filter(({ key }) => stepOf(form, key) === id)
    const missing = errors.flatMap(({ key, message }) => (message === missingMessageOf(form.fields[key]) ? [key] : []))
    return { id, errors, missing, isComplete: errors.length === 0 }
  })
