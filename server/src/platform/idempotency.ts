import { createHash, createHmac, hkdfSync } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import { AppError, invalidInput } from './app-error.ts'
import { defineStatement, type HoleOf } from './database/statement.ts'
import { type Db, writeAtEnd } from './database/transaction.ts'
import { openBytes, sealBytes } from './protection/aead.ts'
import { DamagedError } from './protection/vault.ts'

/**
 * A sender's Idempotency-Key with its operations. A hash of the key finds the row. The stored answer (it contains the pin)
 * is sealed under a key derived from the sender's, so the table alone neither opens an answer nor confirms a guessed report.
 */
export interface SenderKey {
  readonly keyHash: string
  readonly bodyHash: string
  readonly seal: (answer: object) => Buffer
  /** Throws a DamagedError, and logs an alert, when the stored answer was changed. */
  readonly open: (sealed: Buffer) => unknown
}

const context = 'idempotent_answers.answer'

/** `body` is the parsed input, so that a repeat may differ in its JSON notation. */
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
        log.error({ alert: 'damaged', err: error }, 'a stored answer cannot be decrypted')
        throw error
      }
    },
  }
}

/** The Idempotency-Key of a request; throws 400 where it is malformed. */
export function idempotencyKeyOf(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key === 'string' && /^[\x21-\x7e]{1,200}$/.test(key)) return key
  throw invalidInput([{ path: 'Idempotency-Key', message: 'chiave_non_valida' }])
}

interface Change {
  /** The Idempotency-Key, if the sender sent one. */
  readonly key: string | undefined
  /** The record that is changed: the same key for another record counts as another key. */
  readonly of: string
  readonly body: object
}

/** Whether a change is new. Returns false for a repeat with the same key; throws where the key belongs to another change. */
export async function isNew(tx: Db, { key, of, body }: Change, log: Logger, now: Date): Promise<boolean> {
  if (key === undefined) return true
  const { keyHash, bodyHash } = senderKey(`${of} ${key}`, body, log)
  if (await claimKey(tx, { keyHash, bodyHash }, now)) return true
  if ((await findAnswer(tx, keyHash))?.bodyHash !== bodyHash) throw new AppError('key_reused')
  return false
}

/** The stored answer to a key; undefined where there is none. Throws `key_reused` where the key belongs to another body. */
export async function answerTo<A extends object>(db: Db, key: SenderKey): Promise<A | undefined> {
  const stored = await findAnswer(db, key.keyHash)
  if (!stored?.answer) return undefined
  if (stored.bodyHash !== key.bodyHash) throw new AppError('key_reused')
  return key.open(stored.answer) as A
}

interface Work<A> {
  readonly perform: () => Promise<A>
  /** Called with the answer of the first request, in place of `perform`. */
  readonly onRepeat: (answer: A) => void
}

/** Performs work once for a key and stores its answer, in the transaction of the work; a repeat gets the stored answer. */
export async function performOnce<A extends object>(
  tx: Db,
  key: SenderKey | undefined,
  now: Date,
  { perform, onRepeat }: Work<A>,
): Promise<A> {
  if (!key) return perform()
  if (!(await claimKey(tx, key, now))) {
    const earlier = await answerTo<A>(tx, key)
    if (!earlier) throw new AppError('conflict')
    onRepeat(earlier)
    return earlier
  }
  const answer = await perform()
  await keepAnswers(tx, [{ key, answer }])
  return answer
}

type KeyHashes = Pick<SenderKey, 'keyHash' | 'bodyHash'>

/** Claims a key; false when it was used before. Waits while another transaction claims it. */
export const claimKey = async (tx: Db, key: KeyHashes, createdAt: Date): Promise<boolean> =>
  (await claimKeys(tx, [key], createdAt)) === 1

/** Claims keys; returns how many of them were not used before. */
export async function claimKeys(tx: Db, keys: readonly KeyHashes[], createdAt: Date): Promise<number> {
  const [hashes, bodies] = [keys.map(({ keyHash }) => keyHash), keys.map(({ bodyHash }) => bodyHash)]
  const { numAffectedRows } = await sql`
    insert into idempotent_answers (key_hash, body_hash, created_at)
    select key_hash, body_hash, ${createdAt} from unnest(${hashes}::text[], ${bodies}::text[]) as claim (key_hash, body_hash)
    order by key_hash on conflict (key_hash) do nothing`.execute(tx)
  return Number(numAffectedRows)
}

/** Keeps the answers to keys of this transaction with its commit. */
export async function keepAnswers(
  tx: Db,
  answers: readonly { readonly key: SenderKey; readonly answer: object }[],
): Promise<void> {
  if (answers.length === 0) return
  const statement = sql`
  update idempotent_answers set answer = kept.answer
  from unnest(${answers.map(({ key }) => key.keyHash)}::text[], ${answers.map(({ key, answer }) => key.seal(answer))}::bytea[])
    as kept (key_hash, answer)
  where idempotent_answers.key_hash = kept.key_hash`.compile(tx)
  await writeAtEnd(tx, { statement })
}

const selectAnswer = defineStatement((db, hole: HoleOf<{ keyHash: string }>) =>
  db.selectFrom('idempotentAnswers').select(['bodyHash', 'answer']).where('keyHash', '=', hole('keyHash')),
)

export const findAnswer = async (db: Db, keyHash: string) => (await selectAnswer(db, { keyHash }))[0]
