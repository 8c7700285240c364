import type { CaseDetail, CaseDraft } from '@portal/contract'
import { CallError, isVersionConflict } from '#lib/api/call-error.ts'
import { changedKeys, draftOf } from './case-draft.ts'
import { differencesOf } from './case-merge.ts'

/** An edit session of a case: the values and version that were read, and the user's draft. */
export interface EditSession {
  readonly base: CaseDraft
  readonly version: number
  readonly draft: CaseDraft
}

/**
 * The phases of the form: read-only; editing; the lock or the permission was lost and the draft is kept; or merging the
 * draft with the version that another user saved.
 */
export type CaseFormState =
  | { readonly phase: 'reading' }
  | { readonly phase: 'editing'; readonly work: EditSession }
  | { readonly phase: 'lost'; readonly work: EditSession; readonly reason: string }
  | { readonly phase: 'merging'; readonly work: EditSession; readonly theirs: CaseDetail }

export const reading: CaseFormState = { phase: 'reading' }
export const editing = (work: EditSession): CaseFormState => ({ phase: 'editing', work })

export const startSession = ({ values, version }: CaseDetail): EditSession => {
  const base = draftOf(values)
  return { base, version, draft: base }
}

export const sessionIn = (state: CaseFormState): EditSession | undefined =>
  state.phase === 'reading' ? undefined : state.work

export const hasChanges = ({ base, draft }: EditSession) => changedKeys(base, draft).length > 0

export const withDraft = (state: CaseFormState, draft: CaseDraft): CaseFormState =>
  state.phase === 'editing' ? editing({ ...state.work, draft }) : state

/** The lock is lost: an unchanged draft is dropped and the case is read-only. */
export function withLostLock(state: CaseFormState, reason: string): CaseFormState {
  if (state.phase !== 'editing' && state.phase !== 'merging') return state
  return hasChanges(state.work) ? { phase: 'lost', work: state.work, reason } : reading
}

/** Resumes a session: edits under the same version, merges if the saved case differs. */
export function resumeSession(work: EditSession, now: CaseDetail): CaseFormState {
  if (work.version === now.version) return editing(work)
  const theirs = draftOf(now.values)
  if (differencesOf({ base: work.base, mine: work.draft, theirs }).length > 0)
    return { phase: 'merging', work, theirs: now }
  return editing(startSession(now))
}

/** The saved case in the answer to a version conflict; undefined for other errors. */
export const conflictingVersion = (error: Error | null): CaseDetail | undefined =>
  isVersionConflict(error) ? (error.record as CaseDetail | undefined) : undefined

/** True if the saved case equals the draft: an earlier attempt was saved but its response was lost. */
export const isSaved = ({ draft }: EditSession, { values }: CaseDetail) =>
  changedKeys(draft, draftOf(values)).length === 0

/** The state after the server refused to save what was sent. */
export function withRefusal(state: CaseFormState, error: Error, sent: EditSession): CaseFormState {
  const newer = conflictingVersion(error)
  if (newer && sessionIn(state)) return resumeSession(sent, newer)
  return endsSession(error) ? withLostLock(state, error.message) : state
}

/** True if the error means that this user may not go on editing, whatever they change. */
export const endsSession = (error: unknown): error is CallError =>
  error instanceof CallError && [403, 404, 409].includes(error.status)
