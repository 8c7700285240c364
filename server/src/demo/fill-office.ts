import {
  addOperator,
  dayMs,
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
import { demoAssociation } from '#features/associations/demo-association.ts'
import { notifyOfActions } from '#features/cases/actions/case-undo.service.ts'
import type { Database } from '#platform/database/database.ts'
import type { Settings } from '#platform/settings/settings.ts'
import { buildApp } from '../app.ts'
import { createServices, type Services } from '../wiring/services.ts'
import { addDemonstration } from './add-demonstration.ts'
import { enableDemoPeopleSince } from './demo-mark.store.ts'
import { drawEvidence } from './evidence.ts'
import { endOldDuties, informedDays } from './informed-cases.ts'
import { createOfficeClient, type OfficeClient, signInPath } from './office-client.ts'
import { createPastMails } from './past-mails.ts'
import { drawsFrom } from './random.ts'
import { drawDocuments } from './register/documents.ts'
import type { SampleAssociation } from './register/register-steps.ts'
import { addDocuments, type RegisterReplay, replayApplication, replayRegisterStep } from './register/replay-register.ts'
import { sampleAssociations } from './register/sample-associations.ts'
import { replayRecord } from './registry/replay-record.ts'
import { type SampleRecord, sampleRecords } from './registry/sample-records.ts'
import { type ReplayClock, replayClock } from './replay-clock.ts'
import { type CaseState, type Replay, replayEntry, replayStep } from './replay-steps.ts'
import type { SampleCase } from './sample-case.ts'
import { sampleCases } from './sample-cases.ts'
import { newAccounts, type StaffKey, staff, staffKeys } from './staff.ts'

interface Options {
  readonly settings: Settings
  readonly database: Database
  readonly masterKey: Buffer
  readonly log: Logger
  /** The last day of the generated history. */
  readonly today: Date
  readonly cases: number
  readonly associations: number
  readonly seed?: number
}

/** Events at once: while the database writes for one case, other calls are prepared and files are inspected. */
const concurrency = 8

interface OfficeCounts {
  readonly cases: number
  readonly associations: number
  /** Records of the registry that operators insert without a case. */
  readonly records: number
  readonly steps: number
}

/**
 * Fills an office with sample cases: replays two years of work through the API, each call at its own time. History, audit log,
 * search index and notices are therefore like those of real work.
 */
export async function fillOffice(options: Options): Promise<OfficeCounts> {
  const { database, today, log } = options
  const clock = replayClock(today)
  const settings = {
    ...options.settings,
    reportsPerMinute: 1_000_000,
    requestsPerMinute: 10_000_000,
    scansPerMinute: 1_000_000,
    register: { ...options.settings.register, enrolmentTerm: 'anniversary' as const },
  }
  const { masterKey } = options
  const mails = createPastMails(clock, () => services.vault)
  const services: Services = await createServices({
    settings,
    database,
    masterKey,
    clock,
    log,
    insertMails: mails.insert,
  })
  await addDemonstration(services.inTransaction, services.vault, today)
  const app = await buildApp({ settings, services, log, version: 'demo', siteFolder: undefined })
  serveNewAccounts(app, services)
  await app.ready()
  try {
    const client = createOfficeClient({ app, clock, today, db: services.db, slug: settings.office.slug })
    const draws = drawsFrom(options.seed ?? 1)
    const samples = sampleCases(draws, options.cases, today)
    const associations = sampleAssociations(draws, options.associations, today)
    // Its own draws: the cases stay the same whatever the registry has.
    const records = sampleRecords(drawsFrom((options.seed ?? 1) + 1), { cases: samples, associations }, today)
    const arrivals = [
      ...[...samples.map(({ entry }) => entry.at), ...associations.map(({ appliedAt }) => appliedAt)],
      ...records.map(({ at }) => at),
    ]
    const start = new Date(Math.min(today.getTime(), ...arrivals.map((at) => at.getTime())) - 30 * dayMs)
    await enableDemoPeopleSince(services.db, services.vault, start)
    const operatorIds = await clock.at(start, () => addStaff(client))
    const replay = { client, operatorIds, evidence: await drawEvidence() }
    const night = () => services.audit.job('associations.nightly', (audit) => services.associations.night.run(audit))
    const registerReplay = { client, mails, document: await drawDocuments(), night }
    const events = [
      ...caseEvents(replay, samples),
      ...registerEvents(registerReplay, associations),
      ...recordEvents(client, records),
    ]
    await replayAll(clock, events, () => notifyOfActions(services.caseNeeds))
    const readUntil = new Date(today.getTime() - 2 * dayMs)
    await clock.at(readUntil, () => addDocuments(registerReplay, demoAssociation))
    await night()
    await services.openData.publish()
    await clock.at(readUntil, () => readOldNotices(client, readUntil))
    await mails.finish(services.db)
    await endOldDuties(services.db, new Date(readUntil.getTime() - informedDays * dayMs))
    return {
      cases: samples.length,
      associations: associations.length + 1,
      records: records.length,
      steps: events.length,
    }
  } finally {
    await app.close()
    await services.parsers.close()
  }
}

/** Adds a route, in this process only, that signs in the accounts added by the demonstration; elsewhere they need SPID. */
function serveNewAccounts(app: Awaited<ReturnType<typeof buildApp>>, { audit, signIn }: Services) {
  app.post(signInPath, async (request: FastifyRequest, reply: FastifyReply) => {
    const { taxCode } = request.body as { taxCode: string }
    await audit.call(signInAsDemoPerson, request, async (recorder) =>
      signIn.asIdentity(taxCode, { signIn: 'demo' }, { request, reply, audit: recorder }),
    )
    return {}
  })
}

/** Adds the accounts of the demonstration; returns the ids of the whole staff. */
async function addStaff(client: OfficeClient): Promise<Record<StaffKey, number>> {
  const browser = await client.as('ferri')
  for (const { role, ...account } of newAccounts) {
    const wire = z.encode(newOperator, { ...account, isEnabled: true, roles: [role] })
    await client.call(addOperator, { ...browser, wire })
  }
  const { rows } = await client.call(listOperators, { ...browser, query: { a: '100' } })
  const idOfMember = (key: StaffKey) => {
    const account = rows.find(({ taxCode }) => taxCode === staff[key].taxCode)
    if (!account) throw new Error(`There is no account of ${key}.`)
    return [key, account.id]
  }
  return Object.fromEntries(staffKeys.map(idOfMember))
}

/** Something that happens to a case or an association. */
interface ReplayEvent {
  readonly at: Date
  /** What it happens to: the last event that was started resolves when it has ended. */
  readonly state: { last: Promise<void> }
  /** What it gets its number in, one after another in the order of time; undefined for what gets none. */
  readonly queue?: 'cases' | 'associations'
  /** Whether it is an action, of which people are notified once it can no longer be undone. */
  readonly isAction?: boolean
  /** Awaits `turn` before it asks for a number; other events begin at their turn. */
  readonly work: (turn: Promise<void>) => Promise<unknown>
}

const caseEvents = (replay: Replay, samples: readonly SampleCase[]): ReplayEvent[] =>
  samples.flatMap((sample) => {
    const state: CaseState = { sample, id: 0, last: Promise.resolve() }
    return [
      { at: sample.entry.at, state, queue: 'cases', work: (turn) => replayEntry(replay, state, sample.entry, turn) },
      ...sample.steps.map((step) => ({
        at: step.at,
        state,
        isAction: step.kind === 'act',
        work: () => replayStep(replay, state, step),
      })),
    ]
  })

const registerEvents = (replay: RegisterReplay, samples: readonly SampleAssociation[]): ReplayEvent[] =>
  samples.flatMap((sample) => {
    const state = { last: Promise.resolve() }
    return [
      { at: sample.appliedAt, state, queue: 'associations', work: (turn) => replayApplication(replay, sample, turn) },
      ...sample.steps.map((step) => ({
        at: step.at,
        state,
        work: () => replayRegisterStep(replay, sample, step),
      })),
    ]
  })

const recordEvents = (client: OfficeClient, records: readonly SampleRecord[]): ReplayEvent[] =>
  records.map((record) => ({
    at: record.at,
    state: { last: Promise.resolve() },
    work: () => replayRecord(client, record),
  }))

/** When the notices of an action are sent. */
const later = (at: Date) => new Date(at.getTime() + limits.undoSeconds * 1000)

/** Replays all events in order. An event waits for the previous one of its record; numbers are given in the order of time. */
async function replayAll(clock: ReplayClock, events: ReplayEvent[], notify: () => Promise<void>): Promise<void> {
  events.sort((a, b) => a.at.getTime() - b.at.getTime())
  const running = new Set<Promise<void>>()
  const queues = { cases: Promise.resolve(), associations: Promise.resolve() }
  try {
    for (const { at, state, queue, isAction, work } of events) {
      if (running.size >= concurrency) await Promise.race(running)
      const turn = queue ? queues[queue] : state.last
      const run = (queue ? Promise.resolve() : turn).then(async () => {
        await clock.at(at, () => work(turn))
        if (isAction) await clock.at(later(at), notify)
      })
      state.last = run
      if (queue) queues[queue] = run
      running.add(run)
      const forget = () => running.delete(run)
      run.then(forget, forget)
    }
    await Promise.all(running)
  } finally {
    // The caller closes the database, so every call must have ended.
    await Promise.allSettled(running)
  }
}

/** Marks the notices before `until` as read. */
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
