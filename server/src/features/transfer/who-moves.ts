import { taxCode as taxCodeSchema } from '@portal/contract'
import * as z from 'zod/mini'
import { findAccount, findIds, isActiveManager } from '#features/operators/index.ts'
import type { TransferNeeds } from './transfer-kind-io.ts'

/** Thrown where somebody may not move the office; the message is for the operator of the server. */
class MoverError extends Error {}

/** The id of the enabled RUP with a tax code. Throws a `MoverError` that says what is missing: `option` names where the code was given. */
export async function findManager(
  { db, vault, clock }: Pick<TransferNeeds, 'db' | 'vault' | 'clock'>,
  typed: string,
  option: string,
): Promise<number> {
  const code = z.safeParse(taxCodeSchema, typed)
  if (!code.success) throw new MoverError(`${option}: ${typed} is not a tax code.`)
  const { byTaxCode } = await findIds(db, vault, { taxCode: code.data, mail: '' })
  const account = byTaxCode === undefined ? undefined : await findAccount(db, vault, byTaxCode)
  if (!account) throw new MoverError(`${option}: nobody has an account with this tax code.`)
  if (!account.roles.includes('manager'))
    throw new MoverError(`${option}: the account with this tax code is not one of RUP.`)
  if (!isActiveManager(account, clock.now()))
    throw new MoverError(`${option}: the account with this tax code is disabled, or not open yet.`)
  return account.id
}

/** Two people who decide together. Throws a `MoverError` unless both are enabled RUPs and differ. */
export async function findTwoManagers(
  needs: Pick<TransferNeeds, 'db' | 'vault' | 'clock'>,
  by: string,
  confirmedBy: string,
): Promise<{ by: number; confirmedBy: number }> {
  const ids = {
    by: await findManager(needs, by, '--by'),
    confirmedBy: await findManager(needs, confirmedBy, '--confirmed-by'),
  }
  if (ids.by === ids.confirmedBy) throw new MoverError('--confirmed-by: a second RUP confirms, not the one who starts.')
  return ids
}
