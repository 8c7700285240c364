import { type CaseDetail, type CaseDraft, type CaseKey, problems } from '@portal/contract'
import { CallError } from '#lib/api/call-error.ts'
import { changedKeys, draftOf, withTyped } from './case-draft.ts'
import type { CaseIssue } from './case-field-texts.ts'
import { differencesOf } from './case-merge.ts'

/** What somebody makes of a case: what it said when it was read, under which version, and what they typed. */
export interface Work {
  readonly base: CaseDraft
  readonly version: number
  readonly draft: CaseDraft
}

/**
 * Reading; typing; typing no more since the lock or the right to it was lost, with everything typed kept; or choosing
 * between what was typed and what somebody else has saved meanwhile.
 */
export type CaseFormState =
  | { readonly phase: 'reading' }
  | {
      readonly phase: 'editing'
      readonly work: Work
      /** How often it was tried to save: faults are told from the first time on. */
      readonly attempt: number
      /** What the server told at the last attempt, until the fields change. */
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

/** Another attempt to save; what is sent is what is on the page from then on. */
export const tried = (state: CaseFormState, draft: CaseDraft) =>
  whileEditing(state, (now) => ({
    ...now,
    work: { ...now.work, draft },
    attempt: now.attempt + 1,
    told: [],
    isUnreachable: false,
  }))

/** Nothing was lost where nothing was typed: the case is read again. */
export function lost(state: CaseFormState, reason: string): CaseFormState {
  if (state.phase !== 'editing' && state.phase !== 'merging') return state
  return hasChanges(state.work) ? { phase: 'lost', work: state.work, reason } : reading
}

/** Goes on with what was typed where the case may have changed since: at once, or by choosing. */
export function resumed(work: Work, now: CaseDetail): CaseFormState {
  if (work.version === now.version) return editing(work)
  const theirs = draftOf(now.values)
  if (differencesOf({ base: work.base, mine: work.draft, theirs }).length > 0)
    return { phase: 'merging', work, theirs: now }
  return editing(workOf(now))
}

/** The case as it is by now, where it has changed since it was read. */
export const newerIn = (error: Error | null): CaseDetail | undefined =>
  error instanceof CallError && error.errorCode === problems.conflict.word
    ? (error.record as CaseDetail | undefined)
    : undefined

/** Whether what was typed is there already: an answer that was lost on its way had saved it. */
export const isSaved = ({ draft }: Work, { values }: CaseDetail) => changedKeys(draft, draftOf(values)).length === 0

/** What becomes of the form when the server does not save. */
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

/** Whether a refusal says that this person may not go on writing, whatever they write. */
export const isLoss = (error: unknown): error is CallError =>
  error instanceof CallError && [403, 404, 409].includes(error.status)
