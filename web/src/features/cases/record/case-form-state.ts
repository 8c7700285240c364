import type { CaseDetail, CaseDraft, CaseKey } from '@portal/contract'
import { CallError, isVersionConflict } from '#lib/api/call-error.ts'
import { changedKeys, draftOf, withValue } from './case-draft.ts'
import type { CaseIssue } from './case-field-texts.ts'
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
  | {
      readonly phase: 'editing'
      readonly work: EditSession
      /** Number of attempts to save: validation errors are shown from the first on. */
      readonly attempt: number
      /** The errors from the server after the last attempt; a field's errors are removed when it changes. */
      readonly serverErrors: readonly CaseIssue[]
      readonly isUnreachable: boolean
    }
  | { readonly phase: 'lost'; readonly work: EditSession; readonly reason: string }
  | { readonly phase: 'merging'; readonly work: EditSession; readonly theirs: CaseDetail }

type Editing = Extract<CaseFormState, { phase: 'editing' }>

export const reading: CaseFormState = { phase: 'reading' }
export const editing = (work: EditSession): Editing => ({
  phase: 'editing',
  work,
  attempt: 0,
  serverErrors: [],
  isUnreachable: false,
})

export const startSession = ({ values, version }: CaseDetail): EditSession => {
  const base = draftOf(values)
  return { base, version, draft: base }
}

export const sessionIn = (state: CaseFormState): EditSession | undefined =>
  state.phase === 'reading' ? undefined : state.work

export const hasChanges = ({ base, draft }: EditSession) => changedKeys(base, draft).length > 0

const whileEditing = (state: CaseFormState, change: (editing: Editing) => CaseFormState) =>
  state.phase === 'editing' ? change(state) : state

export const withInput = (state: CaseFormState, key: CaseKey, value: unknown) =>
  whileEditing(state, (now) => ({
    ...now,
    work: { ...now.work, draft: withValue(now.work.draft, key, value) },
    serverErrors: now.serverErrors.filter((issue) => issue.key !== key),
  }))

/** Starts an attempt to save: the draft becomes what is sent. */
export const withAttempt = (state: CaseFormState, draft: CaseDraft) =>
  whileEditing(state, (now) => ({
    ...now,
    work: { ...now.work, draft },
    attempt: now.attempt + 1,
    serverErrors: [],
    isUnreachable: false,
  }))

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

/** The state after the server refused to save. */
export function withRefusal(state: CaseFormState, error: Error, issues: readonly CaseIssue[]): CaseFormState {
  const work = sessionIn(state)
  const newer = conflictingVersion(error)
  if (!(work && error instanceof CallError)) return state
  const { status } = error
  if (newer) return resumeSession(work, newer)
  if (endsSession(error)) return withLostLock(state, error.message)
  return whileEditing(state, (now) => ({
    ...now,
    serverErrors: issues,
    attempt: now.attempt + (issues.length > 0 ? 1 : 0),
    isUnreachable: status === 0,
  }))
}

/** True if the error means that this user may not go on editing, whatever they change. */
export const endsSession = (error: unknown): error is CallError =>
  error instanceof CallError && [403, 404, 409].includes(error.status)
