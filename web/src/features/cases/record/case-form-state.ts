import { type CaseDetail, type CaseDraft, type CaseKey, problems } from '@portal/contract'
import { CallError } from '#lib/api/call-error.ts'
import { changedKeys, draftOf, withTyped } from './case-draft.ts'
import type { CaseIssue } from './case-field-texts.ts'
import { differencesOf } from './case-merge.ts'

/** An edit session of a case: the values and version that were read, and the user's draft. */
export interface Work {
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
      readonly work: Work
      /** Number of attempts to save: validation errors are shown from the first on. */
      readonly attempt: number
      /** The errors from the server after the last attempt; a field's errors are removed when it changes. */
      readonly told: readonly CaseIssue[]
      readonly isUnreachable: boolean
    }
  | { readonly phase: 'lost'; readonly work: Work; readonly reason: string }
  | { readonly phase: 'merging'; readonly work: Work; readonly theirs: CaseDetail }

type Editing = Extract<CaseFormState, { phase: 'editing' }>

export const reading: CaseFormState = { phase: 'reading' }
export const editing = (work: Work): Editing => ({
  phase: 'editing',
  work,
  attempt: 0,
  told: [],
  isUnreachable: false,
})

export const workOf = ({ values, version }: CaseDetail): Work => {
  const base = draftOf(values)
  return { base, version, draft: base }
}

export const workIn = (state: CaseFormState): Work | undefined => (state.phase === 'reading' ? undefined : state.work)

export const hasChanges = ({ base, draft }: Work) => changedKeys(base, draft).length > 0

const whileEditing = (state: CaseFormState, change: (editing: Editing) => CaseFormState) =>
  state.phase === 'editing' ? change(state) : state

export const typed = (state: CaseFormState, key: CaseKey, value: unknown) =>
  whileEditing(state, (now) => ({
    ...now,
    work: { ...now.work, draft: withTyped(now.work.draft, key, value) },
    told: now.told.filter((issue) => issue.key !== key),
  }))

/** Starts an attempt to save: the draft becomes what is sent. */
export const tried = (state: CaseFormState, draft: CaseDraft) =>
  whileEditing(state, (now) => ({
    ...now,
    work: { ...now.work, draft },
    attempt: now.attempt + 1,
    told: [],
    isUnreachable: false,
  }))

/** The lock is lost: an unchanged draft is dropped and the case is read-only. */
export function lost(state: CaseFormState, reason: string): CaseFormState {
  if (state.phase !== 'editing' && state.phase !== 'merging') return state
  return hasChanges(state.work) ? { phase: 'lost', work: state.work, reason } : reading
}

/** Resumes a session: edits under the same version, merges if the saved case differs. */
export function resumed(work: Work, now: CaseDetail): CaseFormState {
  if (work.version === now.version) return editing(work)
  const theirs = draftOf(now.values)
  if (differencesOf({ base: work.base, mine: work.draft, theirs }).length > 0)
    return { phase: 'merging', work, theirs: now }
  return editing(workOf(now))
}

/** The saved case in the answer to a version conflict; undefined for other errors. */
export const newerIn = (error: Error | null): CaseDetail | undefined =>
  error instanceof CallError && error.errorCode === problems.conflict.word
    ? (error.record as CaseDetail | undefined)
    : undefined

/** True if the saved case equals the draft: an earlier attempt was saved but its response was lost. */
export const isSaved = ({ draft }: Work, { values }: CaseDetail) => changedKeys(draft, draftOf(values)).length === 0

/** The state after the server refused to save. */
export function refused(state: CaseFormState, error: Error, issues: readonly CaseIssue[]): CaseFormState {
  const work = workIn(state)
  const newer = newerIn(error)
  if (!(work && error instanceof CallError)) return state
  const { status } = error
  if (newer) return resumed(work, newer)
  if (isLoss(error)) return lost(state, error.message)
  return whileEditing(state, (now) => ({
    ...now,
    told: issues,
    attempt: now.attempt + (issues.length > 0 ? 1 : 0),
    isUnreachable: status === 0,
  }))
}

/** True if the error means that this user may not go on editing, whatever they change. */
export const isLoss = (error: unknown): error is CallError =>
  error instanceof CallError && [403, 404, 409].includes(error.status)
