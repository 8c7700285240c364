import { AppError } from './app-error.ts'
import type { AuditRecorder } from './audit/audit-recorder.ts'
import type { Clock } from './clock.ts'
import type { Db, InTransaction } from './database/transaction.ts'
import { answerTo, performOnce, type SenderKey } from './idempotency.ts'

/** The captcha that a visitor solves before they send something. */
export interface Captcha {
  isSolvedBy(visitorHash: string): Promise<boolean>
  /** Consumes a solved captcha of each visitor; returns those who had one. */
  use(tx: Db, visitorHashes: readonly string[]): Promise<ReadonlySet<string>>
}

interface Needs {
  readonly db: Db
  readonly inTransaction: InTransaction
  readonly clock: Clock
  readonly captcha: Captcha
}

interface Submission<A, P> {
  readonly audit: AuditRecorder
  readonly key: SenderKey | undefined
  readonly visitorHash: string | undefined
  /** Runs before the transaction, and not for a repeat: limits, and what is slow. */
  readonly prepare: () => Promise<P>
  readonly perform: (tx: Db, prepared: P) => Promise<A>
  /** Called with the answer that a repeat gets again. */
  readonly onRepeat: (answer: A) => void
}

/** Consumes the captcha that a visitor solved; throws 403 where there is none. */
export async function consumeCaptcha(tx: Db, captcha: Captcha, visitorHash: string | undefined): Promise<void> {
  if (!visitorHash || (await captcha.use(tx, [visitorHash])).size === 0) throw new AppError('captcha')
}

/** The answer that a repeat gets again; undefined for a new submission. Throws 403 where no captcha was solved. */
export async function earlierAnswer<A extends object>(
  { db, captcha }: Pick<Needs, 'db' | 'captcha'>,
  { key, visitorHash }: Pick<Submission<A, unknown>, 'key' | 'visitorHash'>,
): Promise<A | undefined> {
  const findAnswer = async () => key && (await answerTo<A>(db, key))
  const earlier = await findAnswer()
  if (earlier || (visitorHash && (await captcha.isSolvedBy(visitorHash)))) return earlier
  // A concurrent request with the same key may have consumed the captcha.
  const concurrent = await findAnswer()
  if (!concurrent) throw new AppError('captcha')
  return concurrent
}

/**
 * Takes what somebody without an account sends, in one transaction that consumes their captcha: once for each idempotency key.
 * A repeat gets the first answer, although the captcha is used. Throws 403 where no captcha was solved.
 */
export async function takeSubmission<A extends object, P>(
  { db, inTransaction, clock, captcha }: Needs,
  { audit, key, visitorHash, prepare, perform, onRepeat }: Submission<A, P>,
): Promise<A> {
  const earlier = await earlierAnswer<A>({ db, captcha }, { key, visitorHash })
  if (earlier) {
    onRepeat(earlier)
    return earlier
  }
  const prepared = await prepare()
  return inTransaction(
    audit,
    (tx) =>
      performOnce<A>(tx, key, clock.now(), {
        onRepeat,
        async perform() {
          await consumeCaptcha(tx, captcha, visitorHash)
          return perform(tx, prepared)
        },
      }),
    { isKeyed: key !== undefined },
  )
}
