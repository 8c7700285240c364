import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { CallError, isUnreachable } from '#lib/api/call-error.ts'
import { notifyError } from '#lib/api/notify-error.ts'
import { useDraftPlace } from '../stored-draft.ts'
import { type FormSessionOptions, useFormSession } from '../use-form-session.ts'
import {
  type LockedRecord,
  type LockStatus,
  releaseLock,
  useHeldLock,
  useIsReleased,
  useWatchedRecord,
} from './edit-lock.ts'
import {
  conflictingVersion,
  type EditSession,
  type EditState,
  type Edits,
  editing,
  reading,
  sessionIn,
  withDraft,
} from './edit-state.ts'

type FieldOptions = 'id' | 'fields' | 'labelOf' | 'check' | 'reveal'

interface Options<D extends object, R extends LockStatus>
  extends Pick<FormSessionOptions<D, string, EditSession<D>>, FieldOptions> {
  readonly record: R
  /** The record with its calls; the same object for as long as it is the same record. */
  readonly locked: LockedRecord
  readonly edits: Edits<D, R>
  /** The name under which the tab stores the draft. */
  readonly draftName: string
  readonly keyAt: (path: string) => string | undefined
  /** A draft without errors as the server returns it once it is saved. */
  readonly normalize: (draft: D) => D
  /** Reads the record, past every cache. */
  readonly read: () => Promise<R>
  /** Resolves to undefined where the page asks the user about something before it is saved. */
  readonly save: (session: EditSession<D>) => Promise<R | undefined>
  /** `isFoundSaved`: an earlier attempt was saved, but its response was lost. */
  readonly onSaved: (isFoundSaved: boolean) => void
  /** The record has changed on the server; without it, it may have. */
  readonly onChanged: (record?: R) => void
}

/** Edits a record under its lock: form session, stored draft, lost lock, and merge with the version of another user. */
export function useEditSession<D extends object, R extends LockStatus>(options: Options<D, R>) {
  const { edits, normalize } = options
  const [state, setState] = useState<EditState<D, R>>(reading)
  const work = sessionIn(state)
  const stored = useStoredSession(options, work)
  const saving = useSaving(options, setState, stored.forget)
  const session = useFormSession<D, string, EditSession<D>>({
    ...options,
    start: {} as D,
    saved: {
      work: work?.draft ?? ({} as D),
      write: (draft) => setState((now) => withDraft(now, draft)),
      forget: () => undefined,
    },
    sending: saving,
    send: (draft, { how = work }) => how && saving.mutate({ ...how, draft: normalize(draft) }),
  })
  const edit = (edited: EditSession<D>) => {
    setState(editing(edited))
    session.restart(edited.draft)
  }
  const lock = useLock(options, state.phase, {
    onLost: (reason) => setState((now) => edits.withLostLock(now, reason)),
    onStart: (now, resumed) => {
      const next = resumed ? edits.resumeSession(resumed, now) : editing(edits.startSession(now))
      if (next.phase === 'editing') edit(next.work)
      else setState(next)
    },
  })
  return {
    ...lock,
    state,
    summary: session.summary,
    invalidKeys: session.invalidKeys,
    errorOf: session.errorOf,
    change: session.change,
    /** Whether the last attempt to save reached no server. */
    isUnreachable: isUnreachable(session.callError),
    /** Why the last attempt was failed as a whole, where no field is wrong: contacts that cannot be enabled. */
    saveError: isOfWholeForm(session.callError) ? session.callError.message : undefined,
    /** The draft from before a reload or a lost session, until it is restored or discarded. */
    storedDraft: state.phase === 'reading' ? stored.found : undefined,
    isSaving: session.isPending,
    save: () => session.submit(),
    /** Saves the merged record under the newer version. */
    saveMerged: (merged: EditSession<D>) => {
      edit(merged)
      session.submit(merged)
    },
    /** Ends editing without a question, after an action has changed the record. */
    afterAction: () => setState((now) => (now.phase === 'editing' ? reading : now)),
    backToTyping: edit,
    /** The user's draft as it would be saved where it is valid, beside the version of another user. */
    compared: ({ draft }: EditSession<D>, theirs: R) => ({
      mine: { ...draft, ...normalize(draft) },
      theirs: edits.startSession(theirs).base,
    }),
    end: () => {
      stored.forget()
      setState(reading)
    },
    hasChanges: () => work !== undefined && edits.hasChanges(work),
  }
}

/** What a page gets of an edit session. */
export type EditFormOf<D extends object, R extends LockStatus> = ReturnType<typeof useEditSession<D, R>>

/** Stores the draft in the tab, and finds the one from before the page was opened. */
function useStoredSession<D extends object, R extends LockStatus>(
  { draftName, edits }: Options<D, R>,
  work: EditSession<D> | undefined,
) {
  const place = useDraftPlace<EditSession<D>>(draftName)
  const [found, setFound] = useState(place.find)
  useEffect(() => {
    if (!work) return
    place.store(edits.hasChanges(work) ? work : undefined)
    setFound(undefined)
  }, [work, place, edits])
  return {
    found,
    forget: () => {
      place.store(undefined)
      setFound(undefined)
    },
  }
}

interface LockEvents<D, R> {
  readonly onLost: (reason: string) => void
  readonly onStart: (now: R, resumed?: EditSession<D>) => void
}

/** Takes the lock when editing starts, renews it while editing lasts, and watches the lock of another user. */
function useLock<D extends object, R extends LockStatus>(
  options: Options<D, R>,
  phase: EditState<D, R>['phase'],
  { onLost, onStart }: LockEvents<D, R>,
) {
  const { record, locked, onChanged } = options
  const isHeld = phase === 'editing' || phase === 'merging'
  const { until, setUntil } = useHeldLock(locked, isHeld, (reason) => {
    onLost(reason)
    onChanged()
  })
  const isFreed = useIsReleased(record, phase === 'reading')
  // Also while the record is only read: who is about to edit it sees in time that somebody else does.
  useWatchedRecord(locked, record, phase === 'reading' || phase === 'lost')
  const begin = useSessionStart(options, (now, { work, until: end }) => {
    setUntil(end)
    onStart(now, work)
  })
  return {
    lockedUntil: isHeld ? until : undefined,
    isFreed,
    isBeginning: begin.isPending,
    begin: () => begin.mutate({ action: 'hold' }),
    takeOver: (work?: EditSession<D>) => begin.mutate({ action: 'takeOver', work }),
    resume: (work: EditSession<D>) => begin.mutate({ action: 'hold', work }),
  }
}

interface SessionRequest<D> {
  readonly action: 'hold' | 'takeOver'
  /** The edit session to resume. */
  readonly work?: EditSession<D> | undefined
}

/** Takes the lock and reads the record again, since the page may be out of date. */
function useSessionStart<D extends object, R extends LockStatus>(
  { locked, read, onChanged }: Options<D, R>,
  onStart: (now: R, beginning: SessionRequest<D> & { until?: Date | undefined }) => void,
) {
  const isHere = useIsMounted()
  return useMutation({
    meta: { isHandled: true },
    mutationFn: async (beginning: SessionRequest<D>) => {
      const { until } = await locked.lock(beginning.action)
      try {
        return { until, now: await read() }
      } catch (error) {
        await locked.lock('release').catch(() => undefined)
        throw error
      }
    },
    onSuccess: ({ until, now }, beginning) => {
      if (isHere.current) onStart(now, { ...beginning, until })
      else releaseLock(locked)
    },
    onError: (error) => {
      notifyError(error)
      onChanged()
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
function useSaving<D extends object, R extends LockStatus>(
  { edits, keyAt, save, onSaved, onChanged }: Options<D, R>,
  setState: (change: (now: EditState<D, R>) => EditState<D, R>) => void,
  forget: () => void,
) {
  const finish = (saved: R, isFoundSaved: boolean) => {
    forget()
    setState(() => reading)
    onSaved(isFoundSaved)
    onChanged(saved)
  }
  return useMutation({
    meta: { isHandled: true },
    mutationFn: save,
    onSuccess: (saved) => saved && finish(saved, false),
    onError: (error, sent) => {
      const newer = conflictingVersion<R>(error)
      if (newer && edits.isSaved(sent, newer)) return finish(newer, true)
      setState((now) => edits.withCallError(now, error, sent))
      if (!isShownByForm(error, keyAt)) notifyError(error)
      if (error instanceof CallError && error.status === 409) onChanged(error.record as R | undefined)
    },
  })
}

const isOfWholeForm = (error: unknown): error is CallError => error instanceof CallError && error.status === 412

/** True if the form itself shows why saving failed, so that no toast is needed. */
const isShownByForm = (error: Error, keyAt: (path: string) => string | undefined) =>
  error instanceof CallError &&
  ([0, 401, 403, 404, 409, 412].includes(error.status) || error.fieldErrors.some(({ campo }) => keyAt(campo)))
