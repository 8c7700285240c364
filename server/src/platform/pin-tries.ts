import { randomInt } from 'node:crypto'
import type { Clock } from './clock.ts'
import type { Db } from './database/transaction.ts'
import { countTriesOf, countTry, forgetTries, lockedUntil, takeTry } from './pin-tries.store.ts'
import { tooMany } from './problem.ts'
import type { Vault } from './protection/vault.ts'
import { countRequest } from './request-counts.store.ts'

/**
 * How often a pin may be tried by people who are not signed in. A pin has 50 bits: what stands here keeps guessing from
 * costing the server much, and whoever guesses from being heard; it must never keep the owner of a code out.
 */
export const pinLimits = {
  /** Tries of one code from one network before it is locked for that network alone. */
  ofCodeFromNetwork: 5,
  /** Tries of all codes from one network within ten minutes: a school or a town behind one address gets through. */
  ofNetwork: 100,
  /** Tries of one code from wherever within an hour; beyond them only every tenth, drawn by chance, is looked at. */
  ofCode: 50,
  oneIn: 10,
} as const

const minutes = 10
const brakeSeconds = 10

interface Options {
  readonly db: Db
  readonly clock: Clock
  readonly vault: Pick<Vault, 'digest'>
  /** A whole number from 0 below `below`. */
  readonly draw?: (below: number) => number
}

export type PinTries = ReturnType<typeof createPinTries>

/**
 * Slows and locks tries of codes with their pins. Known and unknown codes are counted alike, so that a lock tells nothing.
 * The lock of a code holds for one network, and tries that it refuses do not lengthen it; what slows a code everywhere
 * draws by chance: nobody can use up the tries of whoever owns it.
 */
export function createPinTries({ db, clock, vault, draw = (below) => randomInt(below) }: Options) {
  /** Keyed: neither what was typed nor the network that it came from can be searched for in a copy of the database. */
  const subjectOf = (...parts: readonly string[]) => vault.digest('pin_tries.subject', parts.join('\n'))

  async function refuseLocked(subject: string): Promise<void> {
    const now = clock.now()
    if (await takeTry(db, subject, pinLimits.ofCodeFromNetwork, now)) return
    const until = (await lockedUntil(db, subject)) ?? now
    throw tooMany(Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1000)))
  }

  return {
    /** Takes a try, or refuses it with 429 whatever the pin. */
    async take(code: string, network: string): Promise<void> {
      const now = clock.now()
      const ofCode = subjectOf('code', code)
      const tries = await countRequest({ db, vault }, { bucket: 'follow_up', subject: network }, now, minutes)
      if (tries > pinLimits.ofNetwork) throw tooMany(minutes * 60)
      // Before the lock: a try that chance refuses must not use up one of its owner's own.
      if ((await countTriesOf(db, ofCode, now)) >= pinLimits.ofCode && draw(pinLimits.oneIn) > 0)
        throw tooMany(brakeSeconds)
      await refuseLocked(subjectOf('code from', code, network))
      await countTry(db, ofCode, now)
    },

    /** The pin was right: its owner begins anew. */
    forget: (code: string, network: string) => forgetTries(db, subjectOf('code from', code, network)),
  }
}
