import { randomInt } from 'node:crypto'
import { tooMany } from './app-error.ts'
import type { Clock } from './clock.ts'
import type { Db } from './database/transaction.ts'
import { countTriesOf, countTry, deleteTries, lockedUntil, takeTry } from './pin-tries.store.ts'
import type { Vault } from './protection/vault.ts'
import { countRequest } from './request-counts.store.ts'

/**
 * Limits on pin tries of visitors. A pin has 50 bits: these limits keep guessing cheap for the server and make it visible in
 * the counts. They must never lock out the owner of a code.
 */
export const pinLimits = {
  /** Tries of one code from one network before the code is locked for that network. */
  ofCodeFromNetwork: 5,
  /** Tries of all codes from one network in ten minutes; enough for a school or a town behind one address. */
  ofNetwork: 100,
  /** Tries of one code from all networks in an hour; beyond them one in ten, chosen at random, is checked. */
  ofCode: 50,
  oneIn: 10,
} as const

const minutes = 10
const brakeSeconds = 10

interface Options {
  readonly db: Db
  readonly clock: Clock
  readonly vault: Pick<Vault, 'digest'>
  /** Returns a random integer from 0 to below `below`. */
  readonly draw?: (below: number) => number
}

export type PinTries = ReturnType<typeof createPinTries>

/**
 * Slows down and locks tries of codes with their pins. Known and unknown codes are counted alike, so that a lock discloses
 * nothing. The lock of a code holds for one network, and refused tries do not prolong it. The limit on a code across all
 * networks refuses at random, so that nobody can use up the tries of its owner.
 */
export function createPinTries({ db, clock, vault, draw = (below) => randomInt(below) }: Options) {
  /** A keyed digest: a copy of the database cannot be searched for a code or a network. */
  const subjectOf = (...parts: readonly string[]) => vault.digest('pin_tries.subject', parts.join('\n'))

  async function takeTryOrThrow(subject: string): Promise<void> {
    const now = clock.now()
    if (await takeTry(db, subject, pinLimits.ofCodeFromNetwork, now)) return
    const until = (await lockedUntil(db, subject)) ?? now
    throw tooMany(Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1000)))
  }

  return {
    /** Counts a try; throws 429 where a limit is reached, whatever the pin. */
    async take(code: string, network: string): Promise<void> {
      const now = clock.now()
      const ofCode = subjectOf('code', code)
      const tries = await countRequest({ db, vault }, { bucket: 'follow_up', subject: network }, now, minutes)
      if (tries > pinLimits.ofNetwork) throw tooMany(minutes * 60)
      // Before the lock: a try that is refused at random must not count against the owner.
      if ((await countTriesOf(db, ofCode, now)) >= pinLimits.ofCode && draw(pinLimits.oneIn) > 0)
        throw tooMany(brakeSeconds)
      await takeTryOrThrow(subjectOf('code from', code, network))
      await countTry(db, ofCode, now)
    },

    /** Resets the tries after a correct pin. */
    forget: (code: string, network: string) => deleteTries(db, subjectOf('code from', code, network)),
  }
}
