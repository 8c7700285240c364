import {
  addCaseDocuments,
  addOperator,
  addPerformedActions,
  addPerson,
  answerFollowUp,
  answerForm,
  type CaseDetail,
  caseActionForm,
  caseActionWords,
  changeCaseStatus,
  dayIn,
  enterCase,
  type FileRef,
  formMarkHeader,
  getCase,
  limits,
  listCaseMessages,
  listNotices,
  listOperators,
  newCaseForm,
  newOperator,
  officeMessageForm,
  officeZone,
  personForm,
  type Receipt,
  readNotices,
  reportForm,
  saveCase,
  saveCaseForm,
  sendCaseMessage,
  signInAsDemoPerson,
  submitReport,
  writeFormMark,
  writeWire,
} from '@portal/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import * as z from 'zod/mini'
import { addDemoPeople } from '#features/session/demo-people.ts'
import type { Database } from '#platform/database/database.ts'
import type { Settings } from '#platform/settings.ts'
import { buildApp } from '../app.ts'
import { createServices, type Services } from '../services.ts'
import { madeUpCases } from './case-lives.ts'
import type { Step } from './case-steps.ts'
import { enableDemoPeopleSince } from './demo-mark.store.ts'
import { drawEvidence, type EvidenceFile, type EvidenceKind } from './evidence.ts'
import type { Entry, MadeUpCase } from './made-up-case.ts'
import { createOfficeClient, type OfficeClient, signInPath } from './office-client.ts'
import { drawsFrom } from './random.ts'
import { type ReplayClock, replayClock } from './replay-clock.ts'
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

/** A case while it is replayed. */
interface Replayed {
  readonly made: MadeUpCase
  id: number
  /** As it was after the last change; a case that was only received has not been read yet. */
  detail?: CaseDetail
  /** What its reporter got. */
  receipt?: Receipt
  /** Ends when all that was begun on it has ended. */
  last: Promise<void>
}

interface Replay {
  readonly client: OfficeClient
  readonly evidence: Readonly<Record<EvidenceKind, readonly EvidenceFile[]>>
  readonly operatorIds: Readonly<Record<StaffKey, number>>
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
    await enableDemoPeopleSince(services.db, start)
    const operatorIds = await clock.at(start, () => addStaff(client))
    const replay = { client, operatorIds, evidence: await drawEvidence() }
    const steps = await replayAll(replay, clock, made)
    const readUntil = new Date(today.getTime() - 2 * dayMs)
    await clock.at(readUntil, () => readOldNotices(client, readUntil))
    return { cases: made.length, steps }
  } finally {
    await app.close()
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

async function enter({ client, evidence }: Replay, replayed: Replayed, entry: Entry): Promise<void> {
  if (entry.kind === 'call') {
    const wire = writeWire(newCaseForm, { ...entry.values, isTaken: true })
    replayed.id = (await client.call(enterCase, { ...(await client.as(entry.by)), wire })).id
    return
  }
  const browser = await client.visitor()
  const attachments: FileRef[] = []
  for (const kind of entry.evidence) {
    const file = evidenceFor(evidence, kind, entry.seconds)
    const { id } = await client.uploadAsVisitor(file, browser)
    attachments.push({ id, name: file.name })
  }
  const wire = writeWire(reportForm, { ...entry.report, ...(attachments.length > 0 && { attachments }) })
  const headers = {
    'accept-language': entry.language,
    [formMarkHeader]: writeFormMark({ seconds: entry.seconds, isTrapFilled: false }),
  }
  replayed.receipt = await client.call(submitReport, { ...browser, wire, headers })
  replayed.id = replayed.receipt.caseId
}

const evidenceFor = (evidence: Replay['evidence'], kind: EvidenceKind, number: number): EvidenceFile => {
  const files = evidence[kind]
  return files[number % files.length] as EvidenceFile
}

/** How each step is done; what changes the case gives it as it is then. */
async function take(replay: Replay, replayed: Replayed, step: Step): Promise<void> {
  const changed = await deeds[step.kind](replay, replayed, step as never)
  if (changed) replayed.detail = changed
}

type Deeds = {
  readonly [K in Step['kind']]: (
    replay: Replay,
    replayed: Replayed,
    step: Extract<Step, { kind: K }>,
  ) => Promise<CaseDetail | undefined>
}

const idOf = ({ id }: Replayed) => ({ params: { id: String(id) } })

const deeds: Deeds = {
  async save({ client }, replayed, { by, changes, isRegistered }) {
    const browser = await client.as(by)
    const before = replayed.detail ?? (await client.call(getCase, { ...browser, ...idOf(replayed) }))
    const { firstName, lastName, email, phone } = before.values
    const person = isRegistered && firstName && lastName ? { firstName, lastName, email, phone } : undefined
    const registered = person && (await client.call(addPerson, { ...browser, wire: writeWire(personForm, person) }))
    const values = { ...before.values, ...changes, ...(registered && { reporterPersonId: registered.id }) }
    const wire = writeWire(saveCaseForm, { ...values, caseId: replayed.id, version: before.version })
    return client.call(saveCase, { ...browser, wire })
  },

  async act({ client, operatorIds }, { id, detail, made }, { by, word, input, to }) {
    // Whoever enters a call takes it, which is its first change.
    const version = detail?.version ?? (made.entry.kind === 'call' ? 2 : 1)
    const wire = writeWire(caseActionForm, {
      ...{ ...input, caseId: id, version, word: caseActionWords[word] },
      ...(to && { operatorId: operatorIds[to] }),
    })
    return client.call(changeCaseStatus, { ...(await client.as(by)), wire })
  },

  async perform({ client }, { id }, { by, actionIds, at }) {
    const date = dayIn(officeZone, at)
    const wire = writeWire(
      addPerformedActions.form as never,
      {
        caseId: id,
        performedActions: actionIds.map((actionId) => ({ actionId, date })),
      } as never,
    )
    return client.call(addPerformedActions, { ...(await client.as(by)), wire })
  },

  async write({ client }, replayed, { by, text }) {
    const wire = writeWire(officeMessageForm, { text })
    await client.call(sendCaseMessage, { ...(await client.as(by)), ...idOf(replayed), wire })
    return undefined
  },

  async read({ client }, replayed, { by }) {
    await client.call(listCaseMessages, { ...(await client.as(by)), ...idOf(replayed) })
    return undefined
  },

  async answer({ client, evidence }, { receipt, id }, { text, evidence: kind }) {
    if (!receipt) throw new Error(`Nobody can answer for case ${id}.`)
    const file = kind && evidenceFor(evidence, kind, id)
    const uploaded = file && (await client.uploadAsVisitor(file, {}))
    const { cookie } = await client.reporter(receipt.code, receipt.pin)
    const attachments = file && uploaded ? { attachments: [{ id: uploaded.id, name: file.name }] } : {}
    await client.call(answerFollowUp, {
      cookie: [cookie, uploaded?.cookie].filter(Boolean).join('; '),
      wire: writeWire(answerForm, { text, ...attachments }),
    })
    return undefined
  },

  async document({ client, evidence }, replayed, { by, evidence: kind, typeId }) {
    const browser = await client.as(by)
    const { name, bytes } = evidenceFor(evidence, kind, replayed.id)
    // No two letters are the same file: what somebody uploads twice is refused.
    const file = { name, bytes: Buffer.concat([bytes, Buffer.from(`% ${replayed.id}\n`)]) }
    const { id } = await client.uploadAsStaff(file, browser)
    const wire = { allegati: [{ cmis_id: id, id_tipo_allegato: typeId }] }
    await client.call(addCaseDocuments, { ...browser, ...idOf(replayed), wire })
    return undefined
  },
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
