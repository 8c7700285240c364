import {
  type CaseKey,
  type CaseValues,
  caseFields,
  caseForm,
  type Field,
  type FieldError,
  fixedCaseKeys,
  inActionOrder,
  mainGroundFirst,
  withoutHidden,
} from '@portal/contract'
import { invalidInput } from '#platform/app-error.ts'
import { defaultCaseValues } from './case-values.ts'

/** Throws 400 for lists that exceed the maximum of their field. */
export function refuseTooLong(values: CaseValues): void {
  const fieldErrors = Object.entries(values).flatMap(([key, value]): FieldError[] => {
    const { kind, wire, max = Infinity }: Field = caseFields[key as CaseKey]
    const isTooLong = kind === 'lines' && Array.isArray(value) && value.length > max
    return isTooLong ? [{ path: wire, message: 'troppe_righe_elenco', params: { max } }] : []
  })
  if (fieldErrors.length > 0) throw invalidInput(fieldErrors)
}

/** Fills in defaults, puts the main ground first, sorts the actions, and clears the fields that other values hide. */
export function normalizeCaseValues(values: CaseValues): CaseValues {
  const { grounds, performedActions, isOffenderUnnamed, offenderName } = values
  return withoutHidden(caseForm, {
    ...defaultCaseValues,
    ...values,
    isOffenderUnnamed: isOffenderUnnamed ?? offenderName === undefined,
    ...(grounds && { grounds: mainGroundFirst(grounds) }),
    ...(performedActions && { performedActions: inActionOrder(performedActions) }),
  })
}

/** The values that the user sent, with the stored values of the fields that saving does not change. */
export function mergedValues(sent: CaseValues, stored: CaseValues, isAsReceived: boolean): CaseValues {
  const fixed: readonly string[] = isAsReceived ? [...fixedCaseKeys, 'message'] : fixedCaseKeys
  const editable = Object.entries(sent).filter(([key]) => Object.hasOwn(caseFields, key) && !fixed.includes(key))
  const unchanged = Object.entries(stored).filter(([key]) => fixed.includes(key))
  return normalizeCaseValues(Object.fromEntries([...editable, ...unchanged]))
}
