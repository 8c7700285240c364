import type { Clock } from '#platform/clock.ts'
import type { Db } from '#platform/database/transaction.ts'
import type { Vault } from '#platform/protection/vault.ts'
import { findAccount, findIds, insertAccount, lockAccounts, type StoredAccount } from './operators.store.ts'

/** A person who acts for an association. */
interface Member {
  readonly taxCode: string
  readonly firstName: string
  readonly lastName: string
  readonly mail?: string | null | undefined
}

/** Whether an account is one of an association's people alone. */
const isOfAssociations = ({ roles }: Pick<StoredAccount, 'roles'>) =>
  roles.every((role) => role === 'associationMember')

/** Whether the owner of an account may be named: it is enabled, and one of an association's people. */
async function mayBeNamed(tx: Db, vault: Vault, id: number, members: ReadonlySet<number>): Promise<boolean> {
  const account = await findAccount(tx, vault, id)
  return account?.isEnabled === true && (members.has(id) || isOfAssociations(account))
}

/**
 * The accounts of people whom an association names, in their order, null for somebody without one; it changes none. Undefined where
 * one of them cannot be enabled: their account is disabled or one of staff, or another account has their address. Who is already one
 * of `members` may have become staff since.
 */
export async function findMemberAccounts(
  tx: Db,
  vault: Vault,
  people: readonly Member[],
  members: ReadonlySet<number>,
): Promise<(number | null)[] | undefined> {
  const ids: (number | null)[] = []
  for (const { taxCode, mail } of people) {
    const { byTaxCode, byMail } = await findIds(tx, vault, { taxCode, mail: mail?.toLowerCase() ?? '' })
    if (byMail !== undefined && byMail !== byTaxCode) return undefined
    if (byTaxCode !== undefined && !(await mayBeNamed(tx, vault, byTaxCode, members))) return undefined
    ids.push(byTaxCode ?? null)
  }
  return ids
}

/**
 * The account with which an invited person who signs in answers: their own, or a new one. Undefined where it is disabled or one of
 * staff, which nobody outside the office changes.
 */
export async function openMemberAccount(
  tx: Db,
  { vault, clock }: { readonly vault: Vault; readonly clock: Clock },
  { taxCode, firstName, lastName, mail }: Member,
): Promise<number | undefined> {
  await lockAccounts(tx)
  const { byTaxCode, byMail } = await findIds(tx, vault, { taxCode, mail: mail?.toLowerCase() ?? '' })
  if (byTaxCode !== undefined) {
    const account = await findAccount(tx, vault, byTaxCode)
    return account?.isEnabled && isOfAssociations(account) ? byTaxCode : undefined
  }
  return insertAccount(tx, vault, {
    taxCode,
    firstName,
    lastName,
    // An address that another account has since then is left out.
    mail: byMail === undefined ? (mail?.toLowerCase() ?? null) : null,
    phone: null,
    roles: ['associationMember'],
    isEnabled: true,
    enabledAt: clock.now(),
    disabledAt: null,
    deletedAt: null,
  })
}
