import { setTimeout as delay } from 'node:timers/promises'
import { checkHistory } from './check/check.ts'
import { untilQuiet } from './check/until-quiet.ts'
import { createClient } from './client.ts'
import type { Fault } from './faults.ts'
import { createHistory } from './history.ts'
import type { Installation } from './installation.ts'
import { startLoad } from './load/load.ts'

/** A row of the table of faults. */
export interface FaultRow {
  readonly acknowledged: number
  readonly found: number
  readonly lost: readonly string[]
  readonly doubled: readonly string[]
  /** Errors that no client expects, refused acts that are there, and what else the checker found broken. */
  readonly wrong: readonly string[]
  /** Mails that were delivered again, under the same Message-ID. */
  readonly secondMails: number
  /** Answers 503 to reads and to writes. */
  readonly readsRefused: number
  readonly writesRefused: number
  readonly longestCallSeconds: number
  /** Longest time without an accepted write. */
  readonly gapSeconds: number
  /** From the fault until every node and every member is well. */
  readonly wellSeconds: number
}

/** How long the clients work before the fault, and after everything is well again. */
const calmMs = 5000
const secondsOf = (ms: number) => Math.round(ms / 100) / 10

/** Runs one fault under the load of the clients, and compares what they were answered with what is there. */
export async function runFault(installation: Installation, fault: Fault): Promise<FaultRow> {
  const history = createHistory()
  const client = createClient(installation.api, installation.ca)
  const { services } = installation
  const { connectToLeader } = installation.cluster
  const deliveredBefore = (await services.deliveries()).length
  const load = startLoad({ client, history, mayBeCut: fault.cutsCalls ?? false, connectToLeader })
  try {
    await delay(calmMs)
    const from = Date.now()
    await fault.run(installation)
    // What does not get well again is an error of the row; the next faults say whether it did later.
    const unwell = await installation.untilWell().then(
      () => [],
      ({ message }: Error) => [message],
    )
    const to = Date.now()
    await delay(calmMs)
    await load.stop()
    const db = await connectToLeader()
    await untilQuiet(db)
    const deliveries = await services.deliveries()
    const findings = await checkHistory({ history, client, db, deliveries, deliveredBefore })
    await db.end()
    const refused = history.calls.filter(({ status }) => status === 503)
    const errors = new Set(history.calls.flatMap(({ wrong = [] }) => wrong))
    return {
      acknowledged: findings.acknowledged,
      found: findings.found,
      lost: findings.lost,
      doubled: findings.doubled,
      secondMails: findings.secondMails,
      wrong: [...unwell, ...errors, ...findings.undead, ...findings.broken],
      readsRefused: refused.filter(({ isWrite }) => !isWrite).length,
      writesRefused: refused.filter(({ isWrite }) => isWrite).length,
      longestCallSeconds: secondsOf(Math.max(...history.calls.map(({ ms }) => ms))),
      gapSeconds: secondsOf(history.longestGap(from, to)),
      wellSeconds: secondsOf(to - from),
    }
  } finally {
    client.close()
  }
}

/** Whether a row shows what the installation promises: where acknowledged acts may be lost, it states how many were. */
export const isAsItMustBe = ({ lost, doubled, wrong }: FaultRow, { mayLose }: Fault) =>
  mayLose || lost.length + doubled.length + wrong.length === 0
