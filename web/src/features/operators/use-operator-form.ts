import { useTranslation } from 'react-i18next'
import { useFormSession } from '#form/use-form-session.ts'
import { CallError } from '#lib/api/call-error.ts'
import { notifyUnlessAt } from '#lib/api/notify-error.ts'
import {
  type Account,
  draftOf,
  emptyDraft,
  errorsOf,
  type OperatorDraft,
  type OperatorField,
  operatorFieldNames,
  operatorFields,
  wireOf,
} from './operator-draft.ts'
import { useSaveOperator } from './operators.queries.ts'

/** A conflict, which the form shows where it begins. */
export const isConflict = (error: Error | null): error is CallError =>
  error instanceof CallError && error.status === 409

/** The toast is for errors that the form does not show. */
const notifyDenial = (error: Error) => {
  if (!isConflict(error)) notifyUnlessAt(Object.values(operatorFields))(error)
}

/** The form session of an account; without one, of a new account. `onSaved` hears which button it was. */
export function useOperatorForm(account: Account | undefined, onSaved: (submitType: string | undefined) => void) {
  const { t } = useTranslation()
  const save = useSaveOperator<{ submitType?: string }>(!account, ({ submitType }) => {
    session.finish()
    onSaved(submitType)
  })
  const session = useFormSession<OperatorDraft, OperatorField, string>({
    id: 'operator',
    start: () => (account ? draftOf(account) : emptyDraft),
    fields: operatorFields,
    labelOf: (name) => t(`operators.fields.${name}`),
    check: (draft) => {
      const errors = errorsOf(draft, account)
      return Object.fromEntries(
        operatorFieldNames.flatMap((name) => {
          const message = errors[name]
          return message ? [[name, t(`messages.${message}`)]] : []
        }),
      )
    },
    keepsErrors: true,
    sending: save,
    send: (draft, { how }) =>
      save.mutate({ ...wireOf(draft, account), ...(how && { submitType: how }) }, { onError: notifyDenial }),
  })
  return session
}
export type OperatorFormState = ReturnType<typeof useOperatorForm>
