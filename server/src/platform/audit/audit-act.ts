import { AsyncLocalStorage } from 'node:async_hooks'
import type { RecordKind, Role } from '@portal/contract'

/** Who acts, and from where. */
export interface Origin {
  readonly userId: number | null
  readonly role: Role | null
  readonly requestId: string | null
  /** Truncated (`networkOf`); written where somebody is signed in. */
  readonly network: string | null
}

interface Touch {
  readonly kind: RecordKind
  readonly ids: readonly number[]
  readonly changedFields: readonly string[]
}

interface State {
  /** Told and not yet written. */
  readonly pending: readonly Touch[]
  readonly told: readonly RecordKind[]
}

/** A call of the API or a run of a job, as the audit log sees it while it is under way. */
export interface Act {
  readonly action: string
  /** Kind of record that must be told; a job has none. */
  readonly kind: RecordKind | undefined
  origin: Origin
  /** Told by the handler that refuses: the records it was about, none where there is none. */
  refusal?: Pick<Touch, 'kind' | 'ids'>
  /** Replaced as a whole, so that a transaction which is rolled back puts back the one before. */
  state: State
}

export const newAct = (action: string, kind: Act['kind'], origin: Origin): Act => ({
  action,
  kind,
  origin,
  state: { pending: [], told: [] },
})

const underWay = new AsyncLocalStorage<Act>()

export const runAct = <T>(act: Act, work: () => Promise<T>): Promise<T> => underWay.run(act, work)
export const findAct = (): Act | undefined => underWay.getStore()

function getAct(): Act {
  const act = findAct()
  if (!act) throw new Error('A record is touched outside of every call and job that the audit log tells of.')
  return act
}

/**
 * Tells the audit log which records the call or job under way reads or changes, and the names (never the values) of the
 * fields that it changes. A change is told within its transaction: the entry is then part of it.
 */
export function touched(kind: RecordKind, ids: readonly number[], changedFields: readonly string[] = []): void {
  const act = getAct()
  const { pending, told } = act.state
  act.state = { pending: [...pending, { kind, ids, changedFields }], told: [...told, kind] }
}

/** Tells the audit log that whoever acts is refused, which it sees by itself only of a 403; the records may be none. */
export function refused(kind: RecordKind, ids: readonly number[]): void {
  getAct().refusal = { kind, ids }
}

/** Tells the audit log who acts, where the call itself finds that out: at sign-in. */
export function actsAs(user: { readonly id: number; readonly selectedRole: Role }): void {
  const act = getAct()
  act.origin = { ...act.origin, userId: user.id, role: user.selectedRole }
}
