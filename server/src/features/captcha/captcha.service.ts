import { type CaptchaOutcome, languageOf, limits } from '@portal/contract'
import type { Logger } from 'pino'
import { tooMany } from '#platform/app-error.ts'
import type { Clock } from '#platform/clock.ts'
import type { Db } from '#platform/database/transaction.ts'
import type { Vault } from '#platform/protection/vault.ts'
import { countRequest } from '#platform/request-counts.store.ts'
import { type CaptchaKind, normalizeAnswer, randomAnswer } from './captcha.rules.ts'
import { findSolved, issueChallenge, tryAnswer, useSolved } from './captcha.store.ts'
import { createCaptchaStock } from './captcha-stock.ts'
import type { SpeechRequest } from './speak-digits.ts'

interface Options {
  readonly db: Db
  readonly vault: Pick<Vault, 'digest'>
  readonly clock: Clock
  readonly log: Logger
  /** The answer of every challenge, for end-to-end tests. */
  readonly fixedAnswer: string | undefined
  /** Limit per network and minute, for challenges and for answers alike. */
  readonly perMinute: number
  /** Draws digits in a worker thread; `client` is who pays for the time. */
  readonly draw: (digits: string, client: string) => Promise<Uint8Array>
  /** Speaks digits in a worker thread; `network` is who pays for the time. */
  readonly speak: (request: Omit<SpeechRequest, 'clips'>, network: string) => Promise<Uint8Array>
}

/** The caller: the digest of the anonymous cookie, and the network. */
export interface Visitor {
  readonly visitorHash: string
  readonly network: string
}

export type Captcha = ReturnType<typeof createCaptcha>

/** The most pictures drawn ahead of need: 1.7 MB. */
const stockSize = 32

/** The captcha of a report (decisions §3). Challenges are stored in the database, which all servers share. */
export function createCaptcha({ db, vault, clock, log, fixedAnswer, perMinute, draw, speak }: Options) {
  const inTenMinutes = () => new Date(clock.now().getTime() + limits.captcha.seconds * 1000)
  const secondsTo = (end: Date) => Math.ceil((end.getTime() - clock.now().getTime()) / 1000)
  const newAnswer = () => (fixedAnswer === undefined ? randomAnswer() : normalizeAnswer(fixedAnswer))
  const stock = createCaptchaStock({
    size: fixedAnswer === undefined ? stockSize : 0,
    newAnswer,
    draw,
    onFailure: (error) => log.warn({ err: error }, 'no captchas drawn ahead of need'),
  })

  async function refuseFlood(bucket: string, network: string) {
    if ((await countRequest({ db, vault }, { bucket, subject: network }, clock.now())) > perMinute) throw tooMany(60)
  }

  /** Issues the visitor's challenge, with `answer` if it is a new one; returns its answer. */
  const challenge = (kind: CaptchaKind, { visitorHash }: Visitor, answer: string): Promise<string> =>
    issueChallenge(db, { visitorHash, kind, answer, now: clock.now(), expiresAt: inTenMinutes() })

  return {
    /** The browser's challenge as PNG. */
    async image(visitor: Visitor): Promise<Uint8Array> {
      await refuseFlood('captcha', visitor.network)
      return stock.handOut(visitor.network, (answer) => challenge('image', visitor, answer))
    },

    /** The browser's challenge as WAV, in a language of the site. */
    async audio(visitor: Visitor, language: string | undefined): Promise<Uint8Array> {
      await refuseFlood('captcha', visitor.network)
      const digits = await challenge('audio', visitor, newAnswer())
      return speak({ digits, language: languageOf(language) }, visitor.network)
    },

    /** Counts a try. Repeating the right answer succeeds again, so that a client can retry after a lost reply. */
    async check(
      { visitorHash, network }: { visitorHash: string | undefined; network: string },
      typed: string,
    ): Promise<CaptchaOutcome> {
      await refuseFlood('captcha-check', network)
      if (!visitorHash) return { ...unsolved, hasCookie: false }
      const [answer, now] = [normalizeAnswer(typed), clock.now()]
      const result = await tryAnswer(db, { visitorHash, answer, now, solutionExpiresAt: inTenMinutes() })
      const challenge =
        result ?? (await findSolved(db, { visitorHash, now })).find((solved) => solved.answer === answer)
      if (!challenge) return unsolved
      return {
        isSolved: result?.isSolved ?? true,
        triesLeft: limits.captcha.tries - challenge.tries,
        secondsLeft: secondsTo(challenge.expiresAt),
        hasCookie: true,
      }
    },

    isSolvedBy: async (visitorHash: string) => (await findSolved(db, { visitorHash, now: clock.now() })).length > 0,

    /** Consumes a solved challenge of each browser within the transaction of the report; returns those that had one. */
    use: (tx: Db, visitorHashes: readonly string[]) => useSolved(tx, visitorHashes, clock.now()),

    /** Draws nothing ahead of need any more. */
    close: stock.close,
  }
}

const unsolved: CaptchaOutcome = { isSolved: false, triesLeft: 0, secondsLeft: 0, hasCookie: true }
