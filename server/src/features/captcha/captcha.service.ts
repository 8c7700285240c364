import { type CaptchaOutcome, languageOf, limits } from '@portal/contract'
import type { Clock } from '#platform/clock.ts'
import type { Db } from '#platform/database/transaction.ts'
import { tooMany } from '#platform/problem.ts'
import type { Vault } from '#platform/protection/vault.ts'
import { countRequest } from '#platform/request-counts.store.ts'
import { type CaptchaKind, newAnswer, plainAnswer } from './captcha.rules.ts'
import { findSolved, giveChallenge, tryAnswer, useSolved } from './captcha.store.ts'
import type { Spoken } from './speak-digits.ts'

interface Options {
  readonly db: Db
  readonly vault: Pick<Vault, 'digest'>
  readonly clock: Clock
  /** The answer of every challenge, for automated journeys. */
  readonly fixedAnswer: string | undefined
  /** Challenges, and as many answers, from one network in a minute. */
  readonly perMinute: number
  /** Draws digits for a network, in a thread of its own. */
  readonly draw: (digits: string, network: string) => Promise<Uint8Array>
  /** Speaks digits for a network, in a thread of its own. */
  readonly speak: (spoken: Omit<Spoken, 'clips'>, network: string) => Promise<Uint8Array>
}

/** Who asks: the digest of the anonymous cookie, and the network. */
export interface Visitor {
  readonly visitorHash: string
  readonly network: string
}

export type Captcha = ReturnType<typeof createCaptcha>

/** The captcha before a report (decisions §3). Its challenges are in the database, so that several servers share them. */
export function createCaptcha({ db, vault, clock, fixedAnswer, perMinute, draw, speak }: Options) {
  const inTenMinutes = () => new Date(clock.now().getTime() + limits.captcha.seconds * 1000)
  const secondsTo = (end: Date) => Math.ceil((end.getTime() - clock.now().getTime()) / 1000)

  async function refuseFlood(bucket: string, network: string) {
    if ((await countRequest({ db, vault }, { bucket, subject: network }, clock.now())) > perMinute) throw tooMany(60)
  }

  async function give(kind: CaptchaKind, { visitorHash, network }: Visitor): Promise<string> {
    await refuseFlood('captcha', network)
    const answer = fixedAnswer === undefined ? newAnswer() : plainAnswer(fixedAnswer)
    return giveChallenge(db, { visitorHash, kind, answer, now: clock.now(), expiresAt: inTenMinutes() })
  }

  return {
    /** A PNG of the browser's challenge. */
    image: async (visitor: Visitor) => draw(await give('image', visitor), visitor.network),

    /** A WAV of it, in a language of the site. */
    audio: async (visitor: Visitor, language: string | undefined) =>
      speak({ digits: await give('audio', visitor), language: languageOf(language) }, visitor.network),

    /** Takes a try. The right answer once more, as after a lost reply, is right again. */
    async check(
      { visitorHash, network }: { visitorHash: string | undefined; network: string },
      typed: string,
    ): Promise<CaptchaOutcome> {
      await refuseFlood('captcha-check', network)
      if (!visitorHash) return nothingToSolve
      const [answer, now] = [plainAnswer(typed), clock.now()]
      const tried = await tryAnswer(db, { visitorHash, answer, now, lastsUntil: inTenMinutes() })
      const before = tried ?? (await findSolved(db, visitorHash, now)).find((solved) => solved.answer === answer)
      if (!before) return nothingToSolve
      return {
        isSolved: tried?.isSolved ?? true,
        triesLeft: limits.captcha.tries - before.tries,
        secondsLeft: secondsTo(before.expiresAt),
      }
    },

    isSolvedBy: async (visitorHash: string) => (await findSolved(db, visitorHash, clock.now())).length > 0,

    /** Uses up a solved challenge in the transaction of what it was solved for; false where there is none. */
    use: (tx: Db, visitorHash: string) => useSolved(tx, visitorHash, clock.now()),
  }
}

const nothingToSolve: CaptchaOutcome = { isSolved: false, triesLeft: 0, secondsLeft: 0 }
