import {
  addOperator,
  limits,
  listNotices,
  listOperators,
  newOperator,
  readNotices,
  signInAsDemoPerson,
} from '@portal/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import * as z from 'zod/mini'
import { addDemoPeople } from '#features/session/demo-people.ts'
import type { Database } from '#platform/database/database.ts'
import type { Settings } from '#platform/settings.ts'
import { buildApp } from '../app.ts'
import { createServices, type Services } from '../services.ts'
import { enableDemoPeopleSince } from './demo-mark.store.ts'
import { drawEvidence } from './evidence.ts'
import type { MadeUpCase } from './made-up-case.ts'
import { madeUpCases } from './made-up-cases.ts'
import { createOfficeClient, type OfficeClient, signInPath } from './office-client.ts'
import { drawsFrom } from './random.ts'
import { type ReplayClock, replayClock } from './replay-clock.ts'
import { enter, type Replay, type Replayed, take } from './replay-steps.ts'
import { newAccounts, type StaffKey, staff, staffKeys } from './staff.ts'

interface Options {
  readonly settings: Settings
  readonly database: Database
  readonly masterKey: Buffer
  readonly log: Logger
  /** The day that the office is filled up to. */
  readonly today: Date
  readonly cases: number
  readonly seed?: number
}

const dayMs = 86_400_000

/** Cases that are worked on at the same time: while the database writes for one, the next is prepared. */
const atOnce = 3

/**
 * Fills an office with invented cases: everything that happened in two years is done again through the API, each call on its
 * own day. History, audit log, search index and notices are those of real work.
 */
export async function fillOffice(options: Options): Promise<{ cases: number; steps: number }> {
  const { database, today, log } = options
  const clock = replayClock(today)
  const settings = {
    ...options.settings,
    reportsPerMinute: 1_000_000,
    requestsPerMinute: 10_000_000,
    scansPerMinute: 1_000_000,
  }
  const { masterKey } = options
  // Mails of two years would all leave at the next start.
  const queueMail = async () => 0
  const services = await createServices({ settings, database, masterKey, clock, log, queueMail })
  await addDemoPeople(services.inTransaction, services.vault)
  const app = await buildApp({ settings, services, log, version: 'demo', siteFolder: undefined })
  serveNewAccounts(app, services)
  await app.ready()
  try {
    const client = createOfficeClient({ app, clock, today, db: services.db, slug: settings.office.slug })
    const made = madeUpCases(drawsFrom(options.seed ?? 1), options.cases, today)
    const start = new Date((made[0]?.entry.at ?? today).getTime() - 30 * dayMs)
    await enableDemoPeopleSince(services.db, services.vault, start)
    const operatorIds = await clock.at(start, () => addStaff(client))
    const replay = { client, operatorIds, evidence: await drawEvidence() }
    const steps = await replayAll(replay, clock, made)
    const readUntil = new Date(today.getTime() - 2 * dayMs)
    await clock.at(readUntil, () => readOldNotices(client, readUntil))
    return { cases: made.length, steps }
  } finally {
    await app.close()
    await services.parsers.close()
  }
}

/** Signs in the accounts that the demonstration adds, in this process alone: elsewhere they sign in by SPID. */
function serveNewAccounts(app: Awaited<ReturnType<typeof buildApp>>, { audit, signIn }: Services) {
  app.post(signInPath, async (request: FastifyRequest, reply: FastifyReply) => {
    const { taxCode } = request.body as { taxCode: string }
    await audit.call(signInAsDemoPerson, request, async () =>
      signIn.asIdentity(taxCode, { signIn: 'demo' }, { request, reply }),
    )
    return {}
  })
}

/** Adds the accounts of the demonstration; gives the ids of everybody who works there. */
async function addStaff(client: OfficeClient): Promise<Record<StaffKey, number>> {
  const browser = await client.as('ferri')
  for (const { role, ...account } of newAccounts) {
    const wire = z.encode(newOperator, { ...account, isEnabled: true, roles: [role] })
    await client.call(addOperator, { ...browser, wire })
  }
  const { rows } = await client.call(listOperators, { ...browser, query: { a: '100' } })
  const idOfMember = (key: StaffKey) => {
    const found = rows.find(({ taxCode }) => taxCode === staff[key].taxCode)
    if (!found) throw new Error(`There is no account of ${key}.`)
    return [key, found.id]
  }
  return Object.fromEntries(staffKeys.map(idOfMember))
}

/** Does all that happened, in its order: what concerns one case waits for what was before, and cases arrive one after the other. */
async function replayAll(replay: Replay, clock: ReplayClock, made: readonly MadeUpCase[]): Promise<number> {
  const events = made.flatMap((one) => {
    const replayed: Replayed = { made: one, id: 0, last: Promise.resolve() }
    return [
      { at: one.entry.at, replayed, isArrival: true, work: () => enter(replay, replayed, one.entry) },
      ...one.steps.map((step) => ({
        ...{ at: step.at, replayed, isArrival: false },
        work: () => take(replay, replayed, step),
      })),
    ]
  })
  events.sort((a, b) => a.at.getTime() - b.at.getTime())
  const running = new Set<Promise<void>>()
  let lastArrival: Promise<void> = Promise.resolve()
  try {
    for (const { at, replayed, isArrival, work } of events) {
      if (running.size >= atOnce) await Promise.race(running)
      const before = isArrival ? lastArrival : replayed.last
      const run = before.then(() => clock.at(at, work))
      replayed.last = run
      if (isArrival) lastArrival = run
      running.add(run)
      const forget = () => running.delete(run)
      run.then(forget, forget)
    }
    await Promise.all(running)
  } finally {
    // The database is closed only when nothing works on it any more.
    await Promise.allSettled(running)
  }
  return events.length
}

/** Everybody has read the notices of the days before. */
async function readOldNotices(client: OfficeClient, until: Date): Promise<void> {
  for (const key of staffKeys) {
    const browser = await client.as(key)
    for (let from = 1; ; from += limits.page.maxRows) {
      const query = { da: String(from), a: String(from + limits.page.maxRows - 1) }
      const { rows } = await client.call(listNotices, { ...browser, query })
      const ids = rows.filter(({ readAt, madeAt }) => !readAt && madeAt < until).map(({ id }) => id)
      if (ids.length > 0) await client.call(readNotices, { ...browser, wire: { id_avvisi: ids } })
      if (rows.length < limits.page.maxRows) break
    }
  }
}
