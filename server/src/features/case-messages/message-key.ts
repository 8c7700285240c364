import type { Logger } from 'pino'
import type { Db } from '#platform/database/transaction.ts'
import { claimKey, findAnswer, senderKey } from '#platform/idempotency.ts'
import { Problem } from '#platform/problem.ts'

interface Sent {
  /** The sender's Idempotency-Key, if they gave one. */
  readonly key: string | undefined
  readonly caseId: number
  readonly body: object
}

/** Whether a message is new; a repeat under its sender's key is not. Refuses a key that another message had. */
export async function isNewMessage(tx: Db, { key, caseId, body }: Sent, log: Logger, now: Date): Promise<boolean> {
  if (key === undefined) return true
  const { keyHash, bodyHash } = senderKey(`message ${caseId} ${key}`, body, log)
  if (await claimKey(tx, keyHash, bodyHash, now)) return true
  if ((await findAnswer(tx, keyHash))?.bodyHash !== bodyHash) throw new Problem('key_reused')
  return false
}
