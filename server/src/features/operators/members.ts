import type { Clock } from '#platform/clock.ts'
import type { Db } from '#platform/database/transaction.ts'
import type { Vault } from '#platform/protection/vault.ts'
import { findAccount, findIds, insertAccount, lockAccounts, updateAccount } from './operators.store.ts'

/** A person who acts for an association. */
interface Member {
  readonly taxCode: string
  readonly firstName: string
  readonly lastName: string
  readonly mail?: string | undefined
}

/**
 * Gives people the role of an association member: adds an account to those who have none. Returns the ids in the order of
 * the people, or undefined where one of them cannot be enabled: another account has their address, or theirs is disabled.
 */
export async function enableMembers(
  tx: Db,
  { vault, clock }: { readonly vault: Vault; readonly clock: Clock },
  people: readonly Member[],
): Promise<number[] | undefined> {
  await lockAccounts(tx)
  const ids: number[] = []
  for (const person of people) {
    const id = await enableMember(tx, { vault, clock }, person)
    if (id === undefined) return undefined
    ids.push(id)
  }
  return ids
}

async function enableMember(
  tx: Db,
  { vault, clock }: { readonly vault: Vault; readonly clock: Clock },
  { taxCode, firstName, lastName, mail }: Member,
): Promise<number | undefined> {
  const { byTaxCode, byMail } = await findIds(tx, vault, { taxCode, mail: mail?.toLowerCase() ?? '' })
  if (byMail !== undefined && byMail !== byTaxCode) return undefined
  if (byTaxCode === undefined) {
    const now = clock.now()
    return insertAccount(tx, vault, {
      ...{ taxCode, firstName, lastName, mail: mail?.toLowerCase() ?? null, phone: null },
      ...{ roles: ['associationMember'], isEnabled: true, enabledAt: now, disabledAt: null, deletedAt: null },
    })
  }
  const account = await findAccount(tx, vault, byTaxCode)
  // Who was disabled by the office is not enabled again by a form.
  if (!account?.isEnabled) return undefined
  if (!account.roles.includes('associationMember'))
    await updateAccount(tx, vault, byTaxCode, { ...account, roles: [...account.roles, 'associationMember'] })
  return byTaxCode
}
