import { nextId } from '#platform/database/new-rows.ts'
import type { Db } from '#platform/database/transaction.ts'
import { insertSealed, openSealed } from '#platform/protection/sealed-rows.ts'
import type { Vault } from '#platform/protection/vault.ts'
import { type SealedSpidLog, sealedSpidLog } from './sealed-log.ts'
import type { AnswerFacts } from './spid.types.ts'

/** A word for how a transaction ended, without personal data. */
export type LoggedOutcome = string

interface LoggedRequest {
  readonly requestId: string
  readonly idp: string
  readonly requestedAt: Date
  readonly requestXml: string
}

export interface Answer {
  readonly answeredAt: Date
  readonly outcome: LoggedOutcome
  /** As received; undefined if it could not be decoded. */
  readonly responseXml: string | undefined
  readonly facts: AnswerFacts | undefined
}

/** Logs a request when it is sent. */
export const logRequest = async (tx: Db, vault: Vault, request: LoggedRequest) =>
  insertSealed(tx, vault, sealedSpidLog, { ...request, id: await nextId(tx, 'spid_log') })

/** Adds the answer to its logged request. */
export async function logAnswer(tx: Db, vault: Vault, requestId: string, answer: Answer): Promise<void> {
  const stored = await tx
    .selectFrom('spidLog')
    .select(['id', 'requestXml'])
    .where('requestId', '=', requestId)
    .forUpdate()
    .executeTakeFirst()
  if (!stored) return
  const { requestXml } = await openSealed(vault, sealedSpidLog, stored.id, stored)
  // A row has one key, so the request is sealed again together with the answer.
  const columns = vault.seal(sealedSpidLog, stored.id, { requestXml, ...sealedOf(answer) })
  const { answeredAt, outcome } = answer
  await tx
    .updateTable('spidLog')
    .set({ answeredAt, outcome, ...columns })
    .where('id', '=', stored.id)
    .execute()
}

interface UnsolicitedAnswer extends Answer {
  /** Invented, since no request matches. */
  readonly requestId: string
  readonly idp: string
  readonly requestXml?: string
}

/** Logs a message without a request of ours. */
export async function logUnsolicited(tx: Db, vault: Vault, answer: UnsolicitedAnswer): Promise<void> {
  const { requestId, idp, answeredAt, outcome, requestXml = null } = answer
  await insertSealed(tx, vault, sealedSpidLog, {
    id: await nextId(tx, 'spid_log'),
    requestId,
    idp,
    requestedAt: answeredAt,
    answeredAt,
    outcome,
    requestXml,
    ...sealedOf(answer),
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
