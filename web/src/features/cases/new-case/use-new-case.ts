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
import { enteredKeys, readCase } from '../record/case-draft.ts'
import { findKept, forgetKept, keepWriting } from '../record/case-draft-store.ts'
import { type CaseIssue, inFormOrder, issuesOfFaults } from '../record/case-field-texts.ts'
import { useEntryFiles } from './case-new-files.ts'
import { type EntryWork, freshEntry, isEntryBegun, sendEntry, typedEntry } from './case-new-form.ts'

const place = 'new'

/** Whether whoever enters a case in this role may take it at once. */
const mayTake = (role: Role) => isActionFor(caseActions.take, role)

/** A case that is being entered, and its way to the server. */
export function useNewCase() {
  const user = useUser()
  const [work, setWork] = useState(freshEntry)
  const [kept, setKept] = useState(() => findKept<EntryWork>(user, place))
  const [tried, setTried] = useState<{ attempt: number; told: readonly CaseIssue[] }>({ attempt: 0, told: [] })
  const isDone = useRef(false)
  useEffect(() => {
    if (kept || isDone.current) return
    if (isEntryBegun(work)) keepWriting(user, place, work)
    else forgetKept(user, place)
  }, [work, kept, user])
  const set = (key: CaseKey | 'receivedOn', value: unknown) => {
    setTried((last) => ({ ...last, told: last.told.filter((issue) => issue.key !== key) }))
    setWork((now) => typedEntry(now, key, value))
  }
  const files = useEntryFiles((brought) => set('attachments', brought.length > 0 ? brought : undefined))
  const reading = readCase<CaseEntry>(work.draft, newCaseForm, today())
  const issues = [...reading.issues, ...files.issues]
  const { values } = reading
  const forget = () => {
    isDone.current = true
    forgetKept(user, place)
  }
  const handleSaved = () => {
    files.settle()
    forget()
  }
  const sending = useSending(handleSaved, (told) => setTried((last) => ({ attempt: last.attempt + 1, told })))
  const save = (isTaken: boolean) => {
    setTried(({ attempt }) => ({ attempt: attempt + 1, told: [] }))
    if (issues.length > 0 || sending.isPending) return
    sending.mutate({ values: { ...values, ...(isTaken && { isTaken }) }, senderKey: work.senderKey })
  }
  return {
    draft: work.draft,
    values,
    issues: tried.attempt > 0 ? inFormOrder([...issues, ...tried.told]) : [],
    attempt: tried.attempt,
    isUnreachable: sending.error instanceof CallError && sending.error.status === 0,
    isSending: sending.isPending,
    mayTake: mayTake(user.selectedRole),
    queue: files.queue,
    set,
    save,
    hasChanges: () => !isDone.current && (isEntryBegun(work) || files.issues.length > 0),
    /** Whoever leaves takes the files along. */
    leave: () => {
      files.takeBack(work.draft)
      forget()
    },
    kept,
    /** Goes on with what was kept, or begins anew. */
    settle: (isUsed: boolean) => {
      if (isUsed && kept) {
        setWork(kept.work)
        files.goOn(kept.work.draft)
      } else {
        if (kept) files.takeBack(kept.work.draft)
        forgetKept(user, place)
      }
      setKept(undefined)
    },
  }
}
export type NewCase = ReturnType<typeof useNewCase>

function useSending(onSaved: () => void, onFaults: (told: readonly CaseIssue[]) => void) {
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
      // Specification 2 §2: with a submit type one goes back a step.
      if (goesBack) router.history.back()
      else go(siteHref(paths.caseDetail, { id }))
    },
    onError: (error) => {
      const told = error instanceof CallError ? issuesOfFaults(error.faults, enteredKeys) : []
      if (told.length > 0) onFaults(told)
      else if (!(error instanceof CallError && error.status === 0)) tellRefusal(error)
    },
  })
}
