import { type CaseEntry, type CaseKey, caseActions, isActionFor, newCaseForm, paths, type Role } from '@portal/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter, useSearch } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CallError } from '#lib/api/call-error.ts'
import { tellRefusal } from '#lib/api/tell-refusal.ts'
import { today } from '#lib/i18n/format.tsx'
import { useGo } from '#lib/page/navigation.ts'
import { notify } from '#lib/page/notices.ts'
import { siteHref } from '#lib/page/page-settings.ts'
import { useUser } from '#lib/session/current-user.ts'
import { newCaseKeys, readCase } from '../record/case-draft.ts'
import { deleteStoredDraft, findStoredDraft, storeDraft } from '../record/case-draft-store.ts'
import { type CaseIssue, inFormOrder, issuesOfFaults } from '../record/case-field-texts.ts'
import { useEntryFiles } from './case-new-files.ts'
import { type EntrySession, isEntryBegun, newEntry, sendEntry, withEntryValue } from './case-new-form.ts'

const place = 'new'

/** True if this role may take a case while entering it. */
const canTake = (role: Role) => isActionFor(caseActions.take, role)

/** The edit session of a new case: draft, files and sending. */
export function useNewCase() {
  const user = useUser()
  const [work, setWork] = useState(newEntry)
  const [kept, setKept] = useState(() => findStoredDraft<EntrySession>(user, place))
  const [attemptState, setAttemptState] = useState<{ attempt: number; serverErrors: readonly CaseIssue[] }>({
    attempt: 0,
    serverErrors: [],
  })
  const isDone = useRef(false)
  useEffect(() => {
    if (kept || isDone.current) return
    if (isEntryBegun(work)) storeDraft(user, place, work)
    else deleteStoredDraft(user, place)
  }, [work, kept, user])
  const set = (key: CaseKey | 'receivedOn', value: unknown) => {
    setAttemptState((last) => ({ ...last, serverErrors: last.serverErrors.filter((issue) => issue.key !== key) }))
    setWork((now) => withEntryValue(now, key, value))
  }
  const files = useEntryFiles((uploaded) => set('attachments', uploaded.length > 0 ? uploaded : undefined))
  const reading = readCase<CaseEntry>(work.draft, newCaseForm, today())
  const issues = [...reading.issues, ...files.issues]
  const { values } = reading
  const forget = () => {
    isDone.current = true
    deleteStoredDraft(user, place)
  }
  const handleSaved = () => {
    files.settle()
    forget()
  }
  const sending = useSending(handleSaved, (serverErrors) =>
    setAttemptState((last) => ({ attempt: last.attempt + 1, serverErrors })),
  )
  const save = (isTaken: boolean) => {
    setAttemptState(({ attempt }) => ({ attempt: attempt + 1, serverErrors: [] }))
    if (issues.length > 0 || sending.isPending) return
    sending.mutate({ values: { ...values, ...(isTaken && { isTaken }) }, senderKey: work.senderKey })
  }
  return {
    draft: work.draft,
    values,
    issues: attemptState.attempt > 0 ? inFormOrder([...issues, ...attemptState.serverErrors]) : [],
    attempt: attemptState.attempt,
    isUnreachable: sending.error instanceof CallError && sending.error.status === 0,
    isSending: sending.isPending,
    mayTake: canTake(user.selectedRole),
    queue: files.queue,
    set,
    save,
    hasChanges: () => !isDone.current && (isEntryBegun(work) || files.issues.length > 0),
    /** Discards the draft and deletes its uploaded files. */
    leave: () => {
      files.takeBack(work.draft)
      forget()
    },
    kept,
    /** Restores the stored draft, or discards it. */
    settle: (isUsed: boolean) => {
      if (isUsed && kept) {
        setWork(kept.work)
        files.goOn(kept.work.draft)
      } else {
        if (kept) files.takeBack(kept.work.draft)
        deleteStoredDraft(user, place)
      }
      setKept(undefined)
    },
  }
}
export type NewCase = ReturnType<typeof useNewCase>

function useSending(onSaved: () => void, onErrors: (serverErrors: readonly CaseIssue[]) => void) {
  const { t } = useTranslation()
  const go = useGo()
  const router = useRouter()
  const queryClient = useQueryClient()
  const { submitType } = useSearch({ strict: false }) as { submitType?: unknown }
  const goesBack = typeof submitType === 'string' && submitType !== ''
  return useMutation({
    meta: { isHandled: true },
    mutationFn: ({ values, senderKey }: { values: CaseEntry; senderKey: string }) =>
      sendEntry({ values: goesBack ? { ...values, submitType } : values, senderKey }),
    onSuccess: ({ id }) => {
      onSaved()
      notify({ kind: 'success', body: t('report.sent') })
      void queryClient.invalidateQueries({ queryKey: ['cases', 'list'] })
      // Specification 2 §2: with a submit type the page goes back one step.
      if (goesBack) router.history.back()
      else go(siteHref(paths.caseDetail, { id }))
    },
    onError: (error) => {
      const serverErrors = error instanceof CallError ? issuesOfFaults(error.faults, newCaseKeys) : []
      if (serverErrors.length > 0) onErrors(serverErrors)
      else if (!(error instanceof CallError && error.status === 0)) tellRefusal(error)
    },
  })
}
