import type { RecordKind, Role } from '@portal/contract'
import { OutcomeUnknownError } from '../database/database-errors.ts'
import type { LastWrite } from '../database/together.ts'
import { type Audited, type Db, findAudited } from '../database/transaction.ts'

/** User, role and network of an action. */
export interface Origin {
  readonly userId: number | null
  readonly role: Role | null
  readonly requestId: string | null
  /** Truncated (`networkOf`); written only for signed-in users. */
  readonly network: string | null
}

interface RecordAccess {
  readonly kind: RecordKind
  readonly ids: readonly number[]
  readonly changedFields: readonly string[]
}

interface State {
  /** Recorded and not yet written. */
  readonly pending: readonly RecordAccess[]
  readonly recordedKinds: readonly RecordKind[]
}

/** A running API call or job, as the audit log sees it. */
export interface Act {
  readonly action: string
  /** Kind of record that the handler must record; a job has none. */
  readonly kind: RecordKind | undefined
  origin: Origin
  /** Set by a handler that refuses: the records concerned, possibly none. */
  denial?: Pick<RecordAccess, 'kind' | 'ids'>
  /** Replaced as a whole, so that a rollback can restore the former state. */
  state: State
  /** Whether nobody knows if an earlier attempt of the change was committed, with its entries. */
  mayBeCommitted: boolean
  /** False before the action runs and after its end. */
  isOpen: boolean
}

export const newAct = (action: string, kind: Act['kind'], origin: Origin): Act => ({
  action,
  kind,
  origin,
  state: { pending: [], recordedKinds: [] },
  mayBeCommitted: false,
  isOpen: false,
})

/** The ids of records, to record them. */
export const idsOf = (records: readonly { readonly id: number }[]): number[] => records.map(({ id }) => id)

/** What an action says about itself to the audit log. `inTransaction` takes it, and writes with the commit what it recorded. */
export interface AuditRecorder extends Audited {
  /**
   * Records which records the action reads or changes, and the names (never the values) of the fields that a change sets or a list
   * opens. A change must be recorded within its transaction, so that the entry is part of it.
   */
  record(kind: RecordKind, ids: readonly number[], changedFields?: readonly string[]): void

  /** Says that the action reads and changes no record of the kind: it leaves no entry. */
  recordNone(kind: RecordKind): void

  /** Records that the user is refused; the audit log recognises by itself only a 403. There may be no records. */
  recordDenial(kind: RecordKind, ids: readonly number[]): void

  /** Sets the user where the action itself determines them, at sign-in. */
  setUser(user: { readonly id: number; readonly selectedRole: Role }): void
}

/** What the recorder of an action does at the end of a transaction. */
export interface AtEnd {
  /** The pending entries, to be written with the commit. */
  readonly writesOf: (act: Act, tx: Db) => readonly LastWrite[]
  readonly noteCommit: (kinds: readonly RecordKind[]) => void
}

/** The recorder of an action; throws before it runs, after its end, and within a transaction that did not get it. */
export function recorderOf(act: Act, { writesOf, noteCommit }: AtEnd): AuditRecorder {
  function check() {
    const open = findAudited()
    if (act.isOpen && (!open || open.audited?.actions.includes(act))) return
    throw new Error(`The audit recorder of ${act.action} is used outside of this action.`)
  }
  return {
    actions: [act],
    watch() {
      const formerState = act.state
      return {
        lastWrites: (tx) => writesOf(act, tx),
        committed: () => noteCommit(act.state.recordedKinds),
        failed: (error) => {
          act.state = formerState
          act.mayBeCommitted ||= error instanceof OutcomeUnknownError
        },
      }
    },
    record(kind, ids, changedFields = []) {
      check()
      const { pending, recordedKinds } = act.state
      act.state = { pending: [...pending, { kind, ids, changedFields }], recordedKinds: [...recordedKinds, kind] }
    },
    recordNone(kind) {
      check()
      act.state = { ...act.state, recordedKinds: [...act.state.recordedKinds, kind] }
    },
    recordDenial(kind, ids) {
      check()
      act.denial = { kind, ids }
    },
    setUser({ id, selectedRole }) {
      check()
      act.origin = { ...act.origin, userId: id, role: selectedRole }
    },
  }
}

/** Several actions whose work one transaction does: it writes what each of them recorded. */
export const jointly = (recorders: readonly Audited[]): Audited => ({
  actions: recorders.flatMap(({ actions }) => actions),
  watch() {
    const watches = recorders.map((recorder) => recorder.watch())
    return {
      lastWrites: (tx) => watches.flatMap((watch) => watch.lastWrites(tx)),
      committed() {
        for (const watch of watches) watch.committed()
      },
      failed(error) {
        for (const watch of watches) watch.failed(error)
      },
    }
  },
})

/** Runs the work of an action, which may record until it ends. */
export async function runAct<T>(act: Act, atEnd: AtEnd, work: (audit: AuditRecorder) => Promise<T>): Promise<T> {
  act.isOpen = true
  try {
    return await work(recorderOf(act, atEnd))
  } finally {
    act.isOpen = false
  }
}
