import { type CaseDetail, type CaseDraft, type CaseKey, caseForm, saveCase, usesOf } from '@portal/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDraftPlace } from '#form/stored-draft.ts'
import { useFormSession } from '#form/use-form-session.ts'
import { call } from '#lib/api/call.ts'
import { CallError, isUnreachable } from '#lib/api/call-error.ts'
import { tellRefusal } from '#lib/api/tell-refusal.ts'
import { today } from '#lib/i18n/format.tsx'
import { notify } from '#lib/page/notices.ts'
import { useCaseRefresh } from '../actions/case-commands.queries.ts'
import { caseQuery } from '../cases.queries.ts'
import { draftOf, readCase, savedOnWire, withValue } from './case-draft.ts'
import { caseErrors, caseFormId, labelOfPlace, placeAt } from './case-field-texts.ts'
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
  withDraft,
  withLostLock,
  withRefusal,
} from './case-form-state.ts'
import { releaseLock, requestLock, useHeldLock, useIsReleased, useWatchedCase } from './case-lock.ts'

const read = (draft: CaseDraft) => readCase(draft, caseForm, today())
const fields = Object.fromEntries(usesOf(caseForm).map(({ key }) => [key, caseForm.fields[key].wire]))

/** The edit session of a case: draft, lock and saving. `reveal` opens the tab of a place of the form. */
export function useCaseForm(record: CaseDetail, reveal: (place: string) => void) {
  const { t } = useTranslation()
  const [state, setState] = useState<CaseFormState>(reading)
  const work = sessionIn(state)
  const kept = useKeptSession(record.id, work)
  const saving = useSaving(record.id, setState, kept.forget)
  const session = useFormSession<CaseDraft, string, EditSession>({
    id: caseFormId,
    start: {},
    saved: {
      work: work?.draft ?? {},
      write: (draft) => setState((now) => withDraft(now, draft)),
      forget: () => undefined,
    },
    fields,
    keyAt: (path) => placeAt(path),
    labelOf: (place) => labelOfPlace(t, place),
    check: (draft) => caseErrors(t, read(draft).issues),
    reveal,
    sending: saving,
    send: (draft, { how = work }) => how && saving.mutate({ ...how, draft: draftOf(read(draft).values) }),
  })
  const edit = (edited: EditSession) => {
    setState(editing(edited))
    session.restart(edited.draft)
  }
  const lock = useEditLock(record, state, setState, (now, resumed) => {
    const next = resumed ? resumeSession(resumed, now) : editing(startSession(now))
    if (next.phase === 'editing') edit(next.work)
    else setState(next)
  })
  return {
    ...lock,
    ...{ state, summary: session.summary, wrongKeys: session.wrongKeys, errorOf: session.errorOf },
    /** Whether the server could not be reached by the last attempt. */
    isUnreachable: isUnreachable(session.denial),
    /** The draft from before a reload or a lost session, until it is restored or discarded. */
    kept: state.phase === 'reading' ? kept.found : undefined,
    set: (key: CaseKey, value: unknown) => session.change(withValue({}, key, value)),
    isSaving: session.isPending,
    save: () => session.submit(),
    /** Saves the merged case under the newer version. */
    saveMerged: (merged: EditSession) => {
      edit(merged)
      session.submit(merged)
    },
    /** After an action has changed the case: ends an edit session. */
    afterAction: () => setState((now) => (now.phase === 'editing' ? reading : now)),
    backToTyping: edit,
    end: () => {
      kept.forget()
      setState(reading)
    },
    hasChanges: () => work !== undefined && hasChanges(work),
  }
}
export type CaseFormOf = ReturnType<typeof useCaseForm>

/** Stores the draft in the tab, and finds the one from before the page was opened. */
function useKeptSession(caseId: number, work: EditSession | undefined) {
  const place = useDraftPlace<EditSession>(`case.${caseId}`)
  const [found, setFound] = useState(place.find)
  useEffect(() => {
    if (!work) return
    place.store(hasChanges(work) ? work : undefined)
    setFound(undefined)
  }, [work, place])
  return {
    found,
    forget: () => {
      place.store(undefined)
      setFound(undefined)
    },
  }
}

type SetState = (change: (now: CaseFormState) => CaseFormState) => void

/** Takes the lock when editing starts, holds it meanwhile, and watches the lock of another user. */
function useEditLock(
  record: CaseDetail,
  { phase }: CaseFormState,
  setState: SetState,
  onBegun: (now: CaseDetail, resumed?: EditSession) => void,
) {
  const isHeld = phase === 'editing' || phase === 'merging'
  const refresh = useCaseRefresh()
  const { until, setUntil } = useHeldLock(record.id, isHeld, (reason) => {
    setState((now) => withLostLock(now, reason))
    void refresh(record.id)
  })
  const isFreed = useIsReleased(record, phase === 'reading')
  useWatchedCase(record, record.isConflict || phase === 'lost')
  const begin = useSessionStart(record.id, (now, { work, until: end }) => {
    setUntil(end)
    onBegun(now, work)
  })
  return {
    lockedUntil: isHeld ? until : undefined,
    isFreed,
    isBeginning: begin.isPending,
    begin: () => begin.mutate({ action: 'hold' }),
    takeOver: (work?: EditSession) => begin.mutate({ action: 'takeOver', ...(work && { work }) }),
    resume: (work: EditSession) => begin.mutate({ action: 'hold', work }),
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

/** Saves the draft under the version that was read. */
function useSaving(id: number, setState: SetState, forget: () => void) {
  const { t } = useTranslation()
  const refresh = useCaseRefresh()
  const finish = (saved: CaseDetail, isFoundSaved = false) => {
    forget()
    setState(() => reading)
    notify({ kind: 'success', body: t(isFoundSaved ? 'caseDetail.foundSaved' : 'caseDetail.saved') })
    void refresh(id, saved)
  }
  return useMutation({
    meta: { isHandled: true },
    mutationFn: ({ draft, version }: EditSession) =>
      call(saveCase, { wire: savedOnWire(read(draft).values, id, version) }),
    onSuccess: (saved) => finish(saved),
    onError: (error, sent) => {
      const newer = conflictingVersion(error)
      // An earlier attempt was saved, but its response was lost.
      if (newer && isSaved(sent, newer)) return finish(newer, true)
      setState((now) => withRefusal(now, error, sent))
      if (!isShownByForm(error)) tellRefusal(error)
      if (error instanceof CallError && error.status === 409) void refresh(id, error.record as CaseDetail | undefined)
    },
  })
}

/** True if the form itself shows why saving failed, so that no toast is needed. */
const isShownByForm = (error: Error) =>
  error instanceof CallError &&
  ([0, 401, 403, 404, 409].includes(error.status) || error.faults.some(({ campo }) => placeAt(campo)))
