import type { FastifyRequest } from 'fastify'
import type { Clock } from '#platform/clock.ts'
import type { Db } from '#platform/database/transaction.ts'
import { networkOf } from '#platform/network.ts'
import { tooMany } from '#platform/problem.ts'
import type { Vault } from '#platform/protection/vault.ts'
import { countRequest } from '#platform/request-counts.store.ts'

interface Needs {
  readonly db: Db
  readonly vault: Pick<Vault, 'digest'>
  readonly clock: Clock
}

/** Refuses what one network does more than so often in a minute, before anything of it is read. */
export async function limitNetwork(
  { db, vault, clock }: Needs,
  request: FastifyRequest,
  { bucket, perMinute }: { readonly bucket: string; readonly perMinute: number },
): Promise<void> {
  const hits = await countRequest({ db, vault }, { bucket, subject: networkOf(request.ip) }, clock.now())
  if (hits > perMinute) throw tooMany(60)
}
