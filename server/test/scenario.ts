import type { RecordKind, Role } from '@portal/contract'
import type { Caller, Reply } from './build-app.ts'

/** A call that the audit log records, and what it must record. */
export interface Scenario {
  readonly as?: Role
  readonly prepare?: () => Promise<number>
  readonly call: (caller: Caller, id: number) => Promise<Reply>
  readonly ids: (result: Reply['body'], id: number) => readonly number[] | Promise<readonly number[]>
  readonly changedFields?: readonly string[]
  /** The kind of record that has a second entry. */
  readonly besides?: RecordKind
  /** The actor, if it is not the caller. */
  readonly actor?: Role | null
}
export type Scenarios = Readonly<Record<string, Scenario>>

/** The record that was prepared. */
export const prepared: Scenario['ids'] = (_result, id) => [id]
