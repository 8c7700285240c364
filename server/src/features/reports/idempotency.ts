import { createHash, createHmac, hkdfSync } from 'node:crypto'
import type { Logger } from 'pino'
import { openBytes, sealBytes } from '#platform/protection/aead.ts'
import { DamagedError } from '#platform/protection/vault.ts'

/**
 * A sender's Idempotency-Key, ready for use: the row is found by a hash of the key, and the kept answer (it holds the
 * pin) is sealed under a key made from it, so that the table alone opens nothing and confirms no guess at the report.
 */
export interface SenderKey {
  readonly keyHash: string
  readonly bodyHash: string
  readonly seal: (answer: object) => Buffer
  /** Throws a DamagedError, after an alert in the log, when the kept answer was changed. */
  readonly open: (sealed: Buffer) => unknown
}

const context = 'idempotent_answers.answer'

/** `body` is the report as it was read, so that a repeat may be written in another way. */
export function senderKey(key: string, body: object, log: Logger): SenderKey {
  const bodyText = JSON.stringify(body)
  const secret = Buffer.from(hkdfSync('sha256', `${key}\n${bodyText}`, '', 'idempotent answer', 32))
  const keyHash = createHash('sha256').update(`key:${key}`).digest('base64url')
  return {
    keyHash,
    bodyHash: createHmac('sha256', key).update(`body:${bodyText}`).digest('base64url'),
    seal: (answer) => sealBytes(secret, context, Buffer.from(JSON.stringify(answer))),
    open: (sealed) => {
      try {
        return JSON.parse(openBytes(secret, context, sealed).toString())
      } catch {
        const error = new DamagedError(`${context}:${keyHash}`)
        log.error({ alert: 'damaged', err: error }, 'a kept answer does not open')
        throw error
      }
    },
  }
}
