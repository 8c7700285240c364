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
  refusal?: Pick<RecordAccess, 'kind' | 'ids'>
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

export const runAct = <T>(act: Act, work: () => Promise<T>): Promise<T> => currentAct.run(act, work)
export const findAct = (): Act | undefined => currentAct.getStore()

function getAct(): Act {
  const act = findAct()
  if (!act) throw new Error('A record is touched outside of a call or job of the audit log.')
  return act
}

/**
 * Records which records the current call or job reads or changes, and the names (never the values) of changed fields. A
 * change must be recorded within its transaction, so that the entry is part of it.
 */
export function touched(kind: RecordKind, ids: readonly number[], changedFields: readonly string[] = []): void {
  const act = getAct()
  const { pending, recordedKinds } = act.state
  act.state = { pending: [...pending, { kind, ids, changedFields }], recordedKinds: [...recordedKinds, kind] }
}

/** Records that the user is refused; the audit log recognises by itself only a 403. There may be no records. */
export function refused(kind: RecordKind, ids: readonly number[]): void {
  getAct().refusal = { kind, ids }
}

/** Sets the user where the call itself determines them, at sign-in. */
export function actsAs(user: { readonly id: number; readonly selectedRole: Role }): void {
  const act = getAct()
  act.origin = { ...act.origin, userId: user.id, role: user.selectedRole }
}
