import { nextId } from '#platform/database/next-id.ts'
import type { Db } from '#platform/database/transaction.ts'
import { insertSealed, openSealed } from '#platform/protection/sealed-rows.ts'
import type { Vault } from '#platform/protection/vault.ts'
import { type SealedSpidLog, sealedSpidLog } from './sealed-log.ts'
import type { AnswerFacts } from './spid.types.ts'

/** How a transaction ended, in a word that names nobody. */
export type LoggedOutcome = string

interface Sent {
  readonly requestId: string
  readonly idp: string
  readonly requestedAt: Date
  readonly requestXml: string
}

export interface Answer {
  readonly answeredAt: Date
  readonly outcome: LoggedOutcome
  /** As it came; undefined where it could not be read as text at all. */
  readonly responseXml: string | undefined
  readonly facts: AnswerFacts | undefined
}

/** Writes a request into the log as it is sent. */
export const logSent = async (tx: Db, vault: Vault, sent: Sent) =>
  insertSealed(tx, vault, sealedSpidLog, { ...sent, id: await nextId(tx, 'spid_log') })

/** Adds the answer to the request that is in the log. */
export async function logAnswer(tx: Db, vault: Vault, requestId: string, answer: Answer): Promise<void> {
  const stored = await tx
    .selectFrom('spidLog')
    .select(['id', 'requestXml'])
    .where('requestId', '=', requestId)
    .forUpdate()
    .executeTakeFirst()
  if (!stored) return
  const { requestXml } = await openSealed(vault, sealedSpidLog, stored.id, stored)
  // The row has one key: what was sealed before goes under the same one as the answer.
  const columns = vault.seal(sealedSpidLog, stored.id, { requestXml, ...sealedOf(answer) })
  const { answeredAt, outcome } = answer
  await tx
    .updateTable('spidLog')
    .set({ answeredAt, outcome, ...columns })
    .where('id', '=', stored.id)
    .execute()
}

interface Unasked extends Answer {
  /** Made up: nothing of ours was answered. */
  readonly requestId: string
  readonly idp: string
  readonly requestXml?: string
}

/** Writes what came without being asked for. */
export async function logUnasked(tx: Db, vault: Vault, unasked: Unasked): Promise<void> {
  const { requestId, idp, answeredAt, outcome, requestXml = null } = unasked
  await insertSealed(tx, vault, sealedSpidLog, {
    ...{ id: await nextId(tx, 'spid_log'), requestId, idp, requestedAt: answeredAt, answeredAt, outcome, requestXml },
    ...sealedOf(unasked),
  })
}

const sealedOf = ({ responseXml, facts }: Answer): Omit<SealedSpidLog, 'requestXml'> => ({
  responseXml: responseXml ?? null,
  responseId: facts?.responseId ?? null,
  responseIssuedAt: facts?.responseIssuedAt ?? null,
  responseIssuer: facts?.responseIssuer ?? null,
  assertionId: facts?.assertionId ?? null,
  subject: facts?.subject ? JSON.stringify(facts.subject) : null,
})
