import type { AppErrorCode, Field, LockAction, LockKind, Role } from '@portal/contract'
import { AppError } from '../app-error.ts'
import type { Clock } from '../clock.ts'
import type { FieldCheck } from '../database/field-check.ts'
import { type Statement, together } from '../database/together.ts'
import type { Db, InTransaction } from '../database/transaction.ts'
import type { Vault } from '../protection/vault.ts'
import type { Caller } from '../session/caller.ts'
import type { SessionUser } from '../session/session.store.ts'
import { type ChoiceNeeds, createChoiceChecks, refuseErrors } from './choice-checks.ts'
import type { FieldChange, FormChanges } from './form-changes.ts'
import {
  holdLock,
  type Lock,
  type LockHolder,
  lockedParams,
  lockHolderOf,
  lockMembers,
  lockOfOther,
  releaseLock,
  selectLock,
} from './locks.ts'

/** The services that every kind of record needs. */
export interface RecordNeeds extends ChoiceNeeds {
  readonly db: Db
  readonly inTransaction: InTransaction
  readonly vault: Vault
  readonly clock: Clock
}

/** What every stored record has. */
export interface VersionedRow {
  readonly id: number
  readonly version: number
}

/** A record whose row is locked until the transaction ends. */
export interface HeldRecord<R> {
  readonly row: R
  /** The write lock of another user. */
  readonly lock: Lock | undefined
}

/** Author and time of an entry in a history. */
export interface Authorship {
  readonly at: Date
  readonly byUser: number
  readonly role: Role
}

/** New values of a record, with what differs from the stored ones. */
export interface RecordChange<R, V, K extends string = string> {
  readonly row: R
  readonly values: V
  /** The keys of the fields that differ. */
  readonly changed: readonly K[]
  readonly changes: readonly FieldChange[]
  /** The check of the changed choices. */
  readonly check: FieldCheck
  readonly by: Authorship
}

/** Writes the entry of a change in the history; `id` is its id, where the database has drawn one already. */
export type NoteChange = (changes: readonly FieldChange[], id?: number) => Promise<void>

interface RecordDefinition<N, S, R, V, D, K extends string, E extends string> {
  /** The kind in the audit log and among the locks. */
  readonly kind: LockKind
  readonly form: { readonly fields: Readonly<Record<K, Field>> }
  readonly changes: FormChanges<V, K>
  /** The error for a change of a record that another user edits. */
  readonly lockedError: AppErrorCode

  /** The statement that locks the row until the transaction ends. */
  readonly lockRow: (tx: Db, id: number) => Statement
  readonly select: (from: Db, id: number, user: SessionUser) => Statement<S>
  /** Opens what `select` found; throws where there is nothing that this user may read. */
  readonly open: (needs: N, from: Db, id: number, found: S | undefined) => Promise<R>
  /** The version of a record, where it costs less than reading the record; throws as `open`. */
  readonly versionOf?: (needs: N, id: number, user: SessionUser) => Promise<number>
  readonly valuesOf: (row: R) => V
  /** A record as its page shows it to a user, beside the lock of another. */
  readonly present: (needs: N, from: Db, row: R, user: SessionUser, holder: LockHolder | undefined) => Promise<D>

  /** Throws where the user may not edit the record; without it the call itself decides. */
  readonly refuseEdit?: (row: R, user: SessionUser) => void
  /** Runs before the row is read: for a lock that comes before that of the row. */
  readonly beforeHold?: (tx: Db) => Promise<unknown>
  /** Throws where the new values are refused. */
  readonly refuseValues?: (needs: N, tx: Db, change: RecordChange<R, V, K>) => Promise<void>
  /** Whether `write` sends the check of choices with its statements; otherwise it runs before. */
  readonly isCheckedByWrite?: true
  /** Writes a change and its entry by `note`; returns the record after it. */
  readonly write: (needs: N, tx: Db, change: RecordChange<R, V, K>, note: NoteChange, caller: Caller) => Promise<R>
  /** Inserts an entry of the history. */
  readonly event: (
    needs: N,
    tx: Db,
    entry: Authorship & { readonly recordId: number; readonly kind: E; readonly changes: readonly FieldChange[] },
    id?: number,
  ) => Promise<void>
  /** The kind of entry that a save leaves. */
  readonly savedAs: E
  /** Who may take over the lock of another user, and what it leaves behind; without it nobody may. */
  readonly takeOver?: {
    readonly isAllowed: (user: SessionUser) => boolean
    readonly note: (needs: N, tx: Db, row: R, former: Lock, by: Authorship) => Promise<void>
  }
}

/** A save of a record, under the version that the client read. */
export interface SaveRequest<R, V, E extends string> {
  readonly id: number
  readonly version: number | undefined
  readonly valuesFrom: (row: R) => V
  /** The kind of the entry in the history; by default that of a save. */
  readonly eventKind?: E
}

/** Author and time of what a user does now. */
export const authorshipOf = ({ clock }: { readonly clock: Clock }, user: SessionUser): Authorship => ({
  at: clock.now(),
  byUser: user.id,
  role: user.selectedRole,
})

/**
 * A kind of record that one user at a time edits (decisions §8). A save holds the row, then refuses: a user who may not edit
 * (`refuseEdit`), the lock of another user (409), an older version (409), choices that no list offers and wrong values (400). It
 * records the names of the changed fields in the audit log, writes, and leaves an entry in the history. A 409 carries the record.
 */
export function defineRecord<
  N extends RecordNeeds,
  S,
  R extends VersionedRow,
  V extends object,
  D extends object,
  K extends string,
  E extends string,
>(definition: RecordDefinition<N, S, R, V, D, K, E>) {
  const { kind, form, changes: changesOf, lockedError, open, present, refuseEdit } = definition
  const checks = createChoiceChecks(form)

  /** Reads a record; throws where there is none that the user may read. */
  async function read(needs: N, from: Db, id: number, user: SessionUser): Promise<R> {
    const { rows } = await from.executeQuery(definition.select(from, id, user))
    return open(needs, from, id, rows[0])
  }

  /** Reads a record and locks its row until the transaction ends. */
  async function hold(needs: N, tx: Db, id: number, user: SessionUser): Promise<HeldRecord<R>> {
    await definition.beforeHold?.(tx)
    const [, [found], [lock]] = await together(
      tx,
      definition.lockRow(tx, id),
      definition.select(tx, id, user),
      selectLock(tx, { kind, id }, needs.clock.now()),
    )
    return { row: await open(needs, tx, id, found), lock: lock?.userId === user.id ? undefined : lock }
  }

  const holderOf = (needs: N, from: Db, id: number, user: SessionUser) =>
    lockHolderOf(needs, from, { kind, id }, user.id)

  /** A record as its page shows it to a user. `lock` is 'free' where the transaction found that nobody else holds it. */
  const detailOf = async (needs: N, from: Db, row: R, user: SessionUser, lock?: 'free'): Promise<D> =>
    present(needs, from, row, user, lock ? undefined : await holderOf(needs, from, row.id, user))

  /** Throws 409 with the record where another user is editing it. */
  async function refuseLocked(needs: N, tx: Db, { row, lock }: HeldRecord<R>, user: SessionUser): Promise<void> {
    if (!lock) return
    const holder = await holderOf(needs, tx, row.id, user)
    // It has expired since the row was held.
    if (!holder) return
    const record = await present(needs, tx, row, user, holder)
    throw new AppError(lockedError, { record, params: lockedParams(holder) })
  }

  /** Throws 409 with the record where it has changed since the user read it. */
  async function refuseOlder(needs: N, tx: Db, row: R, version: number | undefined, user: SessionUser): Promise<void> {
    if (row.version !== version) throw new AppError('conflict', { record: await detailOf(needs, tx, row, user) })
  }

  /** Reads a record to change it, and locks its row; throws where the user may not edit it now. */
  async function holdForEdit(needs: N, tx: Db, id: number, user: SessionUser): Promise<R> {
    const held = await hold(needs, tx, id, user)
    refuseEdit?.(held.row, user)
    await refuseLocked(needs, tx, held, user)
    return held.row
  }

  /** Writes new values of a record that the transaction holds, with `eventKind` as the kind of the entry in its history. */
  async function change(
    needs: N,
    tx: Db,
    {
      row,
      values,
      eventKind = definition.savedAs,
    }: { readonly row: R; readonly values: V; readonly eventKind?: E | undefined },
    caller: Caller,
  ): Promise<D> {
    const { user, audit } = caller
    const before = definition.valuesOf(row)
    const changes = changesOf.changesBetween(before, values)
    const changed = changesOf.changedKeys(changes)
    audit.record(kind, [row.id], changed)
    if (changes.length === 0) return detailOf(needs, tx, row, user, 'free')
    const check = checks.checkOf(needs, tx, values, { changed, stored: before })
    if (!definition.isCheckedByWrite) await refuseErrors(check, tx)
    const by = authorshipOf(needs, user)
    const next = { row, values, changed, changes, check, by }
    await definition.refuseValues?.(needs, tx, next)
    const note: NoteChange = (noted, id) =>
      definition.event(needs, tx, { ...by, recordId: row.id, kind: eventKind, changes: noted }, id)
    return detailOf(needs, tx, await definition.write(needs, tx, next, note, caller), user, 'free')
  }

  /** Saves a record: `valuesFrom` makes its new values of the stored row. Throws 409 unless `version` is the current one. */
  async function saveIn(needs: N, tx: Db, request: SaveRequest<R, V, E>, caller: Caller): Promise<D> {
    const row = await holdForEdit(needs, tx, request.id, caller.user)
    await refuseOlder(needs, tx, row, request.version, caller.user)
    return change(needs, tx, { row, values: request.valuesFrom(row), eventKind: request.eventKind }, caller)
  }

  /** Takes the lock from the user who holds it; their unsaved text stays in their browser. */
  async function takeOver(needs: N, tx: Db, row: R, { user, audit }: Caller): Promise<Lock | undefined> {
    if (!definition.takeOver?.isAllowed(user)) throw new AppError('not_allowed')
    audit.record(kind, [row.id], ['lock'])
    const former = await lockOfOther(needs, tx, { kind, id: row.id }, user.id)
    const claim = { kind, id: row.id, userId: user.id, now: needs.clock.now(), isTakenOver: true }
    const lock = await holdLock(tx, claim)
    if (former) await definition.takeOver.note(needs, tx, row, former, authorshipOf(needs, user))
    return lock
  }

  async function takeLock(needs: N, tx: Db, { id }: R, { user, audit }: Caller): Promise<Lock> {
    audit.record(kind, [id])
    const lock = await holdLock(tx, { kind, id, userId: user.id, now: needs.clock.now() })
    if (lock) return lock
    const holder = await holderOf(needs, tx, id, user)
    throw new AppError(lockedError, holder && { params: lockedParams(holder) })
  }

  return {
    read,
    hold,
    holdForEdit,
    detailOf,
    refuseLocked,
    refuseOlder,
    change,
    ...checks,

    saveIn,

    /** Saves a record in a transaction of its own. */
    save: (needs: N, request: SaveRequest<R, V, E>, caller: Caller): Promise<D> =>
      needs.inTransaction(caller.audit, (tx) => saveIn(needs, tx, request, caller)),

    /** The page of a record; 409 with the record where another user edits it. `beside` adds what only its page shows. */
    async get(
      needs: N,
      id: number,
      caller: Caller,
      beside = async (detail: D, _row: R): Promise<D> => detail,
    ): Promise<D> {
      const { user, audit } = caller
      const row = await read(needs, needs.db, id, user)
      audit.record(kind, [id])
      const holder = await holderOf(needs, needs.db, id, user)
      const record = await beside(await present(needs, needs.db, row, user, holder), row)
      if (holder) throw new AppError(lockedError, { record, params: lockedParams(holder) })
      return record
    },

    /** Takes, extends, releases or takes over the lock of a record; throws 409 where another user holds it. */
    lock: (needs: N, id: number, action: LockAction = 'hold', caller: Caller): Promise<{ until: Date | undefined }> =>
      needs.inTransaction(caller.audit, async (tx) => {
        const { user, audit } = caller
        if (action === 'release') {
          audit.record(kind, [id])
          await releaseLock(tx, { kind, id }, user.id)
          return { until: undefined }
        }
        const row = await read(needs, tx, id, user)
        refuseEdit?.(row, user)
        const lock =
          action === 'takeOver' ? await takeOver(needs, tx, row, caller) : await takeLock(needs, tx, row, caller)
        return { until: lock?.until }
      }),

    /** Which other user edits a record, for a user who waits for it. */
    async lockState(needs: N, id: number, user: SessionUser) {
      const version = (await definition.versionOf?.(needs, id, user)) ?? (await read(needs, needs.db, id, user)).version
      return { version, ...lockMembers(await holderOf(needs, needs.db, id, user)) }
    },
  }
}
