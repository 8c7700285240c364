import type { FastifyRequest } from 'fastify'
import { tooMany } from '#platform/app-error.ts'
import type { Clock } from '#platform/clock.ts'
import type { Db } from '#platform/database/transaction.ts'
import { networkOf } from '#platform/network.ts'
import type { Vault } from '#platform/protection/vault.ts'
import { countRequest } from '#platform/request-counts.store.ts'

interface Options {
  readonly db: Db
  readonly vault: Pick<Vault, 'digest'>
  readonly clock: Clock
}

/** Counts a request of a network; throws 429 above `perMinute`. Call it before reading the request. */
export async function limitNetwork(
  { db, vault, clock }: Options,
  request: FastifyRequest,
  { bucket, perMinute }: { readonly bucket: string; readonly perMinute: number },
): Promise<void> {
  const hits = await countRequest({ db, vault }, { bucket, subject: networkOf(request.ip) }, clock.now())
  if (hits > perMinute) throw tooMany(60)
}
