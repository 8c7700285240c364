import type { ChangedOperator } from '@portal/contract'
import { touched } from '#platform/audit/audit-act.ts'
import type { Db } from '#platform/database/transaction.ts'
import { invalidInput, Problem } from '#platform/problem.ts'
import type { SessionUser } from '#platform/session/session.store.ts'
import type { OperatorOptions } from './operators.options.ts'
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
  holdAccount,
  insertAccount,
  insertChange,
  listOpenCases,
  moveCases,
  type StoredAccount,
  updateAccount,
} from './operators.store.ts'

/** A change under way: who makes it, when, in the transaction that holds the lock on all accounts. */
export interface Acting extends OperatorOptions {
  readonly tx: Db
  readonly user: SessionUser
  readonly now: Date
}

const known = () => new Problem('operator_known', { alsoAs: 'response' })

async function getAccount({ tx, vault }: Acting, id: number): Promise<StoredAccount> {
  // Nobody gives it a case until this is over.
  await holdAccount(tx, id, 'update')
  const account = await findAccount(tx, vault, id)
  if (!account || isAssociationOnly(account)) throw new Problem('not_found')
  if (account.deletedAt) throw new Problem('operator_deleted')
  return account
}

/** Refuses what would leave nobody who is RUP now. */
async function refuseLastManager({ tx, now, withDemoPeople }: Acting, before: StoredAccount, after: Account) {
  if (!isActiveManager(before, now) || isActiveManager(after, now)) return
  if ((await countOtherManagers(tx, before.id, { now, withDemoPeople })) === 0) throw new Problem('last_manager')
}

/** Writes the history of an account, and tells the audit log. */
async function note({ tx, vault, user, now }: Acting, userId: number, entries: readonly HistoryEntry[]) {
  for (const entry of entries) await insertChange(tx, vault, { ...entry, userId, changedBy: user.id, changedAt: now })
  touched(
    'user',
    [userId],
    entries.flatMap(({ changes }) => changes.map(({ field }) => field)),
  )
}

/** Adds an account. Somebody who acts for associations alone gets the roles in the account that there is. */
export async function addAccount(acting: Acting, input: AccountInput): Promise<{ id: number }> {
  const { tx, vault, now } = acting
  const { byTaxCode, byMail } = await findIds(tx, vault, input)
  if (byMail !== undefined && byMail !== byTaxCode) throw known()
  if (byTaxCode !== undefined) return promote(acting, byTaxCode, input)
  const account = newAccount(input, now)
  const id = await insertAccount(tx, vault, account)
  await note(acting, id, [{ action: 'inserted', changes: changesOf(undefined, account) }])
  return { id }
}

async function promote(acting: Acting, id: number, input: AccountInput): Promise<{ id: number }> {
  const { tx, vault, sessions, now } = acting
  const before = await findAccount(tx, vault, id)
  if (!before || !isAssociationOnly(before)) throw known()
  const after = changedAccount(before, input, now)
  await updateAccount(tx, vault, id, after)
  await note(acting, id, [{ action: 'inserted', changes: changesOf(before, after) }])
  if (!isActive(after, now)) await sessions.endOf(tx, id)
  return { id }
}

/** Changes an account; 409 where it changed meanwhile, open cases would be left behind, or no RUP would be left. */
export async function changeAccount(acting: Acting, input: ChangedOperator): Promise<{ id: number }> {
  const { tx, vault, sessions, now } = acting
  const { id, version, formerRoles: _read, ...wanted } = input
  const before = await getAccount(acting, id)
  if (before.version !== version) throw new Problem('conflict')
  const { byTaxCode = id, byMail = id } = await findIds(tx, vault, wanted)
  if (byTaxCode !== id || byMail !== id) throw known()
  const after = changedAccount(before, wanted, now)
  const entries = entriesOf(before, after)
  const count = casesLeftBehind(await listOpenCases(tx, id), before, after, now)
  if (count > 0) throw new Problem('operator_has_cases', { params: { count } })
  await refuseLastManager(acting, before, after)
  if (entries.length > 0) await updateAccount(tx, vault, id, after)
  await note(acting, id, entries)
  if (!isActive(after, now)) await sessions.endOf(tx, id)
  return { id }
}

/** Shuts an account for good; what names it elsewhere stays. */
export async function removeAccount(acting: Acting, id: number): Promise<{ firstName: string; lastName: string }> {
  const { tx, vault, sessions, now, forgetDesk } = acting
  const account = await getAccount(acting, id)
  const count = countOf(await listOpenCases(tx, id))
  if (count > 0) throw new Problem('operator_has_cases', { params: { count } })
  await refuseLastManager(acting, account, { ...account, deletedAt: now })
  // Who acts for an association as well keeps that: only what the office gave goes.
  if (account.roles.includes('associationMember'))
    await updateAccount(tx, vault, id, { ...account, roles: ['associationMember'] })
  else await updateAccount(tx, vault, id, { ...account, deletedAt: now })
  await forgetDesk(tx, id)
  await note(acting, id, [{ action: 'deleted', changes: [] }])
  touched('user', [id], ['deletedAt'])
  await sessions.endOf(tx, id)
  return { firstName: account.firstName, lastName: account.lastName }
}

/** Hands all open cases of one over to another who can work on each of them. */
export async function reassign(
  { tx, vault, now, user, noteMoved }: Acting,
  { fromId, toId }: { fromId: number; toId: number },
): Promise<{ count: number }> {
  if (!(await findAccount(tx, vault, fromId))) throw new Problem('not_found')
  const recipient = fromId === toId ? undefined : await findAccount(tx, vault, toId)
  const statuses = (await listOpenCases(tx, fromId)).map(({ status }) => status)
  const isFit = recipient && isActive(recipient, now) && statuses.every((status) => canWorkOn(recipient, status, now))
  if (!isFit) throw invalidInput([{ path: 'id_destinatario', message: 'destinatario_non_adatto' }])
  const ids = await moveCases(tx, { fromId, toId }, statuses)
  touched('case', ids, ['assignedTo'])
  await noteMoved(tx, ids, { fromId, toId, by: user })
  return { count: ids.length }
}
