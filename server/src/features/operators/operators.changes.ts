import type { ChangedOperator } from '@portal/contract'
import type { AccountEmitter } from '#platform/account-events.ts'
import { AppError, invalidInput } from '#platform/app-error.ts'
import type { Clock } from '#platform/clock.ts'
import type { Db, InTransaction } from '#platform/database/transaction.ts'
import type { Vault } from '#platform/protection/vault.ts'
import type { Caller } from '#platform/session/caller.ts'
import type { Sessions } from '#platform/session/sessions.ts'
import { type CaseRecipient, distributeByLoad } from './distribute.rules.ts'
import {
  type Account,
  type AccountInput,
  canWorkOn,
  casesLeftBehind,
  changedAccount,
  changesOf,
  countOf,
  entriesOf,
  type HistoryEntry,
  isActive,
  isActiveManager,
  isAssociationOnly,
  newAccount,
} from './operators.rules.ts'
import {
  countOtherManagers,
  findAccount,
  findIds,
  insertAccount,
  insertChange,
  listOpenCases,
  lockOpenCases,
  moveCases,
  type StoredAccount,
  updateAccount,
} from './operators.store.ts'
import { holdAccount } from './staff.store.ts'

/** The services that accounts of the office need. */
export interface OperatorOptions {
  readonly db: Db
  readonly inTransaction: InTransaction
  readonly vault: Vault
  readonly clock: Clock
  readonly sessions: Pick<Sessions, 'endOf'>
  readonly accountEvents: AccountEmitter
  /** Whether demonstration accounts may sign in. */
  readonly withDemoPeople: boolean
}

/** The context of a change: the user, the instant, and the transaction that holds the lock on all accounts. */
export interface ChangeContext extends OperatorOptions, Caller {
  readonly tx: Db
  readonly now: Date
}

const known = () => new AppError('operator_known', { alsoAs: 'response' })

async function getAccount({ tx, vault }: ChangeContext, id: number): Promise<StoredAccount> {
  // The lock prevents new assignments of cases until the transaction ends.
  await holdAccount(tx, { id }, 'update')
  const account = await findAccount(tx, vault, id)
  if (!account || isAssociationOnly(account)) throw new AppError('not_found')
  if (account.deletedAt) throw new AppError('operator_deleted')
  return account
}

/** Throws where no active manager (RUP) would remain. */
async function refuseLastManager({ tx, now, withDemoPeople }: ChangeContext, before: StoredAccount, after: Account) {
  if (!isActiveManager(before, now) || isActiveManager(after, now)) return
  if ((await countOtherManagers(tx, before.id, { now, withDemoPeople })) === 0) throw new AppError('last_manager')
}

/** Writes the history of an account and the changed fields to the audit log. */
async function note({ tx, vault, user, audit, now }: ChangeContext, userId: number, entries: readonly HistoryEntry[]) {
  for (const entry of entries) await insertChange(tx, vault, { ...entry, userId, changedBy: user.id, changedAt: now })
  const fields = entries.flatMap(({ changes }) => changes.map(({ field }) => field))
  audit.record('user', [userId], fields)
}

/** Adds an account. Where an association member has an account already, adds the roles to it. */
export async function addAccount(context: ChangeContext, input: AccountInput): Promise<{ id: number }> {
  const { tx, vault, now } = context
  const { byTaxCode, byMail } = await findIds(tx, vault, input)
  if (byMail !== undefined && byMail !== byTaxCode) throw known()
  if (byTaxCode !== undefined) return promote(context, byTaxCode, input)
  const account = newAccount(input, now)
  const id = await insertAccount(tx, vault, account)
  await note(context, id, [{ action: 'inserted', changes: changesOf(undefined, account) }])
  return { id }
}

async function promote(context: ChangeContext, id: number, input: AccountInput): Promise<{ id: number }> {
  const { tx, vault, sessions, now } = context
  const before = await findAccount(tx, vault, id)
  if (!before || !isAssociationOnly(before)) throw known()
  const after = changedAccount(before, input, now)
  await updateAccount(tx, vault, id, after)
  await note(context, id, [{ action: 'inserted', changes: changesOf(before, after) }])
  if (!isActive(after, now)) await sessions.endOf(tx, id)
  return { id }
}

/** Changes an account; 409 where it has changed since, where its open cases need another operator, or where no RUP would remain. */
export async function changeAccount(context: ChangeContext, input: ChangedOperator): Promise<{ id: number }> {
  const { tx, vault, sessions, now } = context
  const { id, version, formerRoles: _read, ...requested } = input
  const before = await getAccount(context, id)
  if (before.version !== version) throw new AppError('conflict')
  const { byTaxCode = id, byMail = id } = await findIds(tx, vault, requested)
  if (byTaxCode !== id || byMail !== id) throw known()
  const after = changedAccount(before, requested, now)
  const entries = entriesOf(before, after)
  const count = casesLeftBehind(await listOpenCases(tx, id), before, after, now)
  if (count > 0) throw new AppError('operator_has_cases', { params: { count } })
  await refuseLastManager(context, before, after)
  if (entries.length > 0) await updateAccount(tx, vault, id, after)
  await note(context, id, entries)
  if (!isActive(after, now)) await sessions.endOf(tx, id)
  return { id }
}

/** Deletes an account: it cannot sign in again; references to it stay. */
export async function removeAccount(
  context: ChangeContext,
  id: number,
): Promise<{ firstName: string; lastName: string }> {
  const { tx, vault, sessions, now, audit, accountEvents } = context
  const account = await getAccount(context, id)
  const count = countOf(await listOpenCases(tx, id))
  if (count > 0) throw new AppError('operator_has_cases', { params: { count } })
  await refuseLastManager(context, account, { ...account, deletedAt: now })
  // An association member keeps that role: only the roles of the office are removed.
  if (account.roles.includes('associationMember'))
    await updateAccount(tx, vault, id, { ...account, roles: ['associationMember'] })
  else await updateAccount(tx, vault, id, { ...account, deletedAt: now })
  await accountEvents.emit('accountEnded', { tx, userId: id })
  await note(context, id, [{ action: 'deleted', changes: [] }])
  audit.record('user', [id], ['deletedAt'])
  await sessions.endOf(tx, id)
  return { firstName: account.firstName, lastName: account.lastName }
}

/** Shares all open cases of an operator among others by their load; throws 400 where one of them is no worker, or nobody may take a case. */
export async function reassign(
  { tx, vault, now, user, audit, accountEvents }: ChangeContext,
  { fromId, toIds }: { fromId: number; toIds: readonly number[] },
): Promise<{ count: number }> {
  if (!(await findAccount(tx, vault, fromId))) throw new AppError('not_found')
  const recipients: CaseRecipient[] = []
  for (const id of new Set(toIds)) {
    const account = id === fromId ? undefined : await findAccount(tx, vault, id)
    if (!(account && isActive(account, now))) throw unfit()
    const load = countOf(await listOpenCases(tx, id))
    recipients.push({ id, load, canTake: (status) => canWorkOn(account, status, now) })
  }
  const shares = distributeByLoad(await lockOpenCases(tx, fromId), recipients)
  if (!shares) throw unfit()
  const all = [...shares.values()].flat()
  audit.record('case', all, ['assignedTo'])
  for (const [toId, caseIds] of shares) {
    if (caseIds.length === 0) continue
    await moveCases(tx, caseIds, toId)
    await accountEvents.emit('casesMoved', { tx, caseIds, fromId, toId, by: user })
  }
  return { count: all.length }
}

const unfit = () => invalidInput([{ path: 'id_destinatari', message: 'destinatario_non_adatto' }])
