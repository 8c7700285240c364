import { CallError, isVersionConflict } from '#lib/api/call-error.ts'

/** An edit session of a record: the values and version that were read, and the user's draft. */
export interface EditSession<D> {
  readonly base: D
  readonly version: number
  readonly draft: D
}

/**
 * The phases of the form: read-only; editing; the lock or the permission was lost and the draft is kept; or merging the
 * draft with the version that another user saved.
 */
export type EditState<D, R> =
  | { readonly phase: 'reading' }
  | { readonly phase: 'editing'; readonly work: EditSession<D> }
  | { readonly phase: 'lost'; readonly work: EditSession<D>; readonly reason: string }
  | { readonly phase: 'merging'; readonly work: EditSession<D>; readonly theirs: R }

export const reading = { phase: 'reading' } as const
export const editing = <D>(work: EditSession<D>) => ({ phase: 'editing', work }) as const

export const sessionIn = <D, R>(state: EditState<D, R>): EditSession<D> | undefined =>
  state.phase === 'reading' ? undefined : state.work

export const withDraft = <D, R>(state: EditState<D, R>, draft: D): EditState<D, R> =>
  state.phase === 'editing' ? editing({ ...state.work, draft }) : state

/** The saved record in the answer to a version conflict; undefined for other errors. */
export const conflictingVersion = <R>(error: Error | null): R | undefined =>
  isVersionConflict(error) ? (error.record as R | undefined) : undefined

/** True if the error means that this user may not go on editing, whatever they change. */
export const endsSession = (error: unknown): error is CallError =>
  error instanceof CallError && [403, 404, 409].includes(error.status)

interface Drafts<D, R> {
  readonly draftOf: (record: R) => D
  readonly isSame: (one: D, other: D) => boolean
}
export type Edits<D, R> = ReturnType<typeof defineEdits<D, R & Versioned>>
interface Versioned {
  readonly version: number
}

/** How the edit session of a kind of record changes from phase to phase. */
export function defineEdits<D, R extends Versioned>({ draftOf, isSame }: Drafts<D, R>) {
  const startSession = (record: R): EditSession<D> => {
    const base = draftOf(record)
    return { base, version: record.version, draft: base }
  }
  const hasChanges = ({ base, draft }: EditSession<D>) => !isSame(base, draft)
  /** The lock is lost: an unchanged draft is dropped and the record is read-only. */
  const withLostLock = (state: EditState<D, R>, reason: string): EditState<D, R> => {
    if (state.phase !== 'editing' && state.phase !== 'merging') return state
    return hasChanges(state.work) ? { phase: 'lost', work: state.work, reason } : reading
  }
  /** Resumes a session: edits under the same version, merges if the saved record differs. */
  const resumeSession = (work: EditSession<D>, now: R): EditState<D, R> => {
    if (work.version === now.version) return editing(work)
    return isSame(work.draft, draftOf(now)) ? editing(startSession(now)) : { phase: 'merging', work, theirs: now }
  }
  return {
    startSession,
    hasChanges,
    withLostLock,
    resumeSession,
    /** True if the saved record equals the draft: an earlier attempt was saved but its response was lost. */
    isSaved: ({ draft }: EditSession<D>, record: R) => isSame(draft, draftOf(record)),
    /** The state after the server refused to save what was sent. */
    withCallError: (state: EditState<D, R>, error: Error, sent: EditSession<D>): EditState<D, R> => {
      const newer = conflictingVersion<R>(error)
      if (newer && sessionIn(state)) return resumeSession(sent, newer)
      return endsSession(error) ? withLostLock(state, error.message) : state
    },
  }
}
