import { type CaseDetail, type CaseKey, caseForm, saveCase } from '@portal/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#lib/api/call.ts'
import { CallError } from '#lib/api/call-error.ts'
import { tellRefusal } from '#lib/api/tell-refusal.ts'
import { today } from '#lib/i18n/format.tsx'
import { notify } from '#lib/page/notices.ts'
import { useUser } from '#lib/session/current-user.ts'
import { useCaseRefresh } from '../actions/case-commands.queries.ts'
import { caseQuery } from '../cases.queries.ts'
import { draftOf, readCase, savedOnWire } from './case-draft.ts'
import { deleteStoredDraft, findStoredDraft, storeDraft } from './case-draft-store.ts'
import { issuesOfFaults } from './case-field-texts.ts'
import {
  type CaseFormState,
  conflictingVersion,
  type EditSession,
  editing,
  hasChanges,
  isSaved,
  reading,
  resumeSession,
  sessionIn,
  startSession,
  withAttempt,
  withInput,
  withLostLock,
  withRefusal,
} from './case-form-state.ts'
import { releaseLock, requestLock, useHeldLock, useIsReleased, useWatchedCase } from './case-lock.ts'

/** The edit session of a case: draft, lock and saving. */
export function useCaseForm(record: CaseDetail) {
  const [state, setState] = useState<CaseFormState>(reading)
  const kept = useStoredSession(record.id, state)
  const isHeld = state.phase === 'editing' || state.phase === 'merging'
  const refresh = useCaseRefresh()
  const { until, setUntil } = useHeldLock(record.id, isHeld, (reason) => {
    setState((now) => withLostLock(now, reason))
    void refresh(record.id)
  })
  const isFreed = useIsReleased(record, state.phase === 'reading')
  useWatchedCase(record, record.isConflict || state.phase === 'lost')
  const begin = useSessionStart(record.id, (now, { work, until: end }) => {
    setUntil(end)
    setState(work ? resumeSession(work, now) : editing(startSession(now)))
  })
  const save = useSaving(record.id, setState, kept.forget)
  const end = () => {
    kept.forget()
    setState(reading)
  }
  return {
    state,
    lockedUntil: isHeld ? until : undefined,
    isFreed,
    /** The draft from before a reload or a lost session, until it is restored or discarded. */
    kept: state.phase === 'reading' ? kept.found : undefined,
    isBeginning: begin.isPending,
    begin: () => begin.mutate({ action: 'hold' }),
    takeOver: () => begin.mutate({ action: 'takeOver', ...(kept.found && { work: kept.found.work }) }),
    resume: (work: EditSession) => begin.mutate({ action: 'hold', work }),
    set: (key: CaseKey, value: unknown) => setState((now) => withInput(now, key, value)),
    isSaving: save.isPending,
    save: () => save.submit(sessionIn(state)),
    /** Saves the merged case under the newer version. */
    saveMerged: (work: EditSession) => {
      setState(editing(work))
      save.submit(work)
    },
    /** After an action has changed the case: ends an edit session. */
    afterAction: () => setState((now) => (now.phase === 'editing' ? reading : now)),
    backToTyping: (work: EditSession) => setState(editing(work)),
    end,
    hasChanges: () => {
      const work = sessionIn(state)
      return work !== undefined && hasChanges(work)
    },
  }
}
export type CaseFormOf = ReturnType<typeof useCaseForm>

/** Keeps the draft in the tab, and finds the one from before the page was opened. */
function useStoredSession(caseId: number, state: CaseFormState) {
  const user = useUser()
  const name = String(caseId)
  const [found, setFound] = useState(() => findStoredDraft<EditSession>(user, name))
  const work = sessionIn(state)
  useEffect(() => {
    if (!work) return
    if (hasChanges(work)) storeDraft(user, name, work)
    else deleteStoredDraft(user, name)
    setFound(undefined)
  }, [work, user, name])
  return {
    found,
    forget: () => {
      deleteStoredDraft(user, name)
      setFound(undefined)
    },
  }
}

interface SessionRequest {
  readonly action: 'hold' | 'takeOver'
  /** The edit session to resume. */
  readonly work?: EditSession
}

/** Takes the lock and reads the case again, since the page may be out of date. */
function useSessionStart(
  id: number,
  onBegun: (now: CaseDetail, beginning: SessionRequest & { until?: Date | undefined }) => void,
) {
  const queryClient = useQueryClient()
  const refresh = useCaseRefresh()
  const isHere = useIsMounted()
  return useMutation({
    meta: { isHandled: true },
    mutationFn: async (beginning: SessionRequest) => {
      const { until } = await requestLock(id, beginning.action)
      try {
        return { until, now: await queryClient.fetchQuery({ ...caseQuery(id), staleTime: 0 }) }
      } catch (error) {
        await requestLock(id, 'release').catch(() => undefined)
        throw error
      }
    },
    onSuccess: ({ until, now }, beginning) => {
      if (isHere.current) onBegun(now, { ...beginning, until })
      else releaseLock(id)
    },
    onError: (error) => {
      tellRefusal(error)
      void refresh(id)
    },
  })
}

/** True while the page is mounted: a lock granted after the user left must be released. */
function useIsMounted() {
  const isHere = useRef(true)
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])
  return isHere
}

type SetState = (change: (now: CaseFormState) => CaseFormState) => void

/** Validates the draft and saves it under the version that was read. */
function useSaving(id: number, setState: SetState, forget: () => void) {
  const { t } = useTranslation()
  const refresh = useCaseRefresh()
  const finish = (saved: CaseDetail, isFoundSaved = false) => {
    forget()
    setState(() => reading)
    notify({ kind: 'success', body: t(isFoundSaved ? 'caseDetail.foundSaved' : 'caseDetail.saved') })
    void refresh(id, saved)
  }
  const saving = useMutation({
    meta: { isHandled: true },
    mutationFn: ({ draft, version }: EditSession) => {
      const { values } = readCase(draft, caseForm, today())
      return call(saveCase, { wire: savedOnWire(values, id, version) })
    },
    onSuccess: (saved) => finish(saved),
    onError: (error, work) => {
      const newer = conflictingVersion(error)
      // An earlier attempt was saved, but its response was lost.
      if (newer && isSaved(work, newer)) return finish(newer, true)
      const issues = error instanceof CallError ? issuesOfFaults(error.faults) : []
      setState((now) => withRefusal(now, error, issues))
      if (!isShownByForm(error, issues.length)) tellRefusal(error)
      if (error instanceof CallError && error.status === 409) void refresh(id, error.record as CaseDetail | undefined)
    },
  })
  const submit = (work: EditSession | undefined) => {
    if (!work || saving.isPending) return
    const { values, issues } = readCase(work.draft, caseForm, today())
    const isSound = issues.length === 0
    const sent = isSound ? { ...work, draft: draftOf(values) } : work
    setState((now) => withAttempt(now, sent.draft))
    if (isSound) saving.mutate(sent)
  }
  return { submit, isPending: saving.isPending }
}

/** True if the form itself shows why saving failed, so that no toast is needed. */
const isShownByForm = (error: Error, issues: number) =>
  error instanceof CallError && ([0, 401, 403, 404, 409].includes(error.status) || issues > 0)
