import { problems } from '@portal/contract'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CallError } from '#lib/api/call-error.ts'
import { faultAt } from '#lib/api/fault-at.ts'
import { tellRefusal } from '#lib/api/tell-refusal.ts'
import {
  type Account,
  changedFields,
  draftOf,
  emptyDraft,
  faultsOf,
  type OperatorDraft,
  type OperatorField,
  only,
  operatorFieldNames,
  operatorFields,
  wireOf,
} from './operator-draft.ts'
import { useSaveOperator } from './operators.queries.ts'

/** A refusal that the form shows in its own words: a conflict, or what is wrong with its fields. */
const isShown = (error: Error) =>
  error instanceof CallError &&
  (error.status === 409 || operatorFieldNames.some((name) => faultAt(error, operatorFields[name]) !== undefined))

export const isVersionConflict = (error: Error | null) =>
  error instanceof CallError && error.errorCode === problems.conflict.word

/** What is typed about an account, what is wrong with it, and its way to the server. */
export function useOperatorForm(account: Account | undefined, onSaved: (submitType: string | undefined) => void) {
  const { t } = useTranslation()
  const [start, setStart] = useState(() => (account ? draftOf(account) : emptyDraft))
  const [draft, setDraft] = useState(start)
  const [tried, setTried] = useState({ attempt: 0, draft: undefined as OperatorDraft | undefined })
  const isDone = useRef(false)
  const save = useSaveOperator<{ submitType?: string }>(!account, ({ submitType }) => {
    isDone.current = true
    onSaved(submitType)
  })
  const found = tried.draft ? faultsOf(tried.draft, account) : {}
  const submit = (submitType?: string) => {
    setTried({ attempt: tried.attempt + 1, draft })
    save.reset()
    if (Object.keys(faultsOf(draft, account)).length > 0) return
    const handleError = (error: Error) => {
      if (!isShown(error)) tellRefusal(error)
    }
    save.mutate({ ...wireOf(draft, account), ...(submitType && { submitType }) }, { onError: handleError })
  }
  /** Begins anew with another account, or with none. */
  const restart = (from: OperatorDraft) => {
    isDone.current = false
    setStart(from)
    setDraft(from)
    setTried({ attempt: 0, draft: undefined })
    save.reset()
  }
  const errorOf = (name: OperatorField) => {
    const key = found[name]
    return key ? t(`messages.${key}`) : faultAt(save.error, operatorFields[name])
  }
  return {
    draft,
    setDraft,
    submit,
    restart,
    errorOf,
    refusal: save.error instanceof CallError && save.error.status === 409 ? save.error : null,
    attempt: save.error ?? tried.attempt,
    isSaving: save.isPending,
    /** What was typed, apart from what was there at the start. */
    typed: () => only(draft, changedFields(draft, start)),
    hasChanges: () => !isDone.current && changedFields(draft, start).length > 0,
  }
}
export type OperatorFormState = ReturnType<typeof useOperatorForm>
