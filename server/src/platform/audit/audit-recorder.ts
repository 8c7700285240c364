import { AsyncLocalStorage } from 'node:async_hooks'
import type { RecordKind, Role } from '@portal/contract'

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
}

export const newAct = (action: string, kind: Act['kind'], origin: Origin): Act => ({
  action,
  kind,
  origin,
  state: { pending: [], recordedKinds: [] },
})

const currentAct = new AsyncLocalStorage<Act>()

/** The ids of records, to record them. */
export const idsOf = (records: readonly { readonly id: number }[]): number[] => records.map(({ id }) => id)

/** What an action says about itself to the audit log. */
export interface AuditRecorder {
  /**
   * Records which records the action reads or changes, and the names (never the values) of the fields that a change sets or a list
   * opens. A change must be recorded within its transaction, so that the entry is part of it.
   */
  record(kind: RecordKind, ids: readonly number[], changedFields?: readonly string[]): void

  /** Says that the action reads and changes no record of the kind: it leaves no entry. */
  recordNone(kind: RecordKind): void

  /** Records that the user is refused; the audit log recognises by itself only a 403. There may be no records. */
  recordDenial(kind: RecordKind, ids: readonly number[]): void

  /** Takes out what is recorded and not yet written: the transaction that does the work writes it (`writeHandedOver`). */
  handOver(): Act

  /** Sets the user where the action itself determines them, at sign-in. */
  setUser(user: { readonly id: number; readonly selectedRole: Role }): void
}

/** The recorder of an action; throws before it runs, after its end, and inside another one. */
export function recorderOf(act: Act): AuditRecorder {
  const check = () => {
    if (findAct() !== act) throw new Error(`The audit recorder of ${act.action} is used outside of this action.`)
  }
  return {
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
    handOver() {
      check()
      const handed = { ...act }
      act.state = { ...act.state, pending: [] }
      return handed
    },
    setUser({ id, selectedRole }) {
      check()
      act.origin = { ...act.origin, userId: id, role: selectedRole }
    },
  }
}

/** Runs the work of an action; its transactions find the action by `findAct`. */
export const runAct = <T>(act: Act, work: (audit: AuditRecorder) => Promise<T>): Promise<T> =>
  currentAct.run(act, () => work(recorderOf(act)))
export const findAct = (): Act | undefined => currentAct.getStore()
