import { createHash, randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import {
  type Agenda,
  type CaseStatus,
  can,
  type Digest,
  type HomeBoxName,
  hourInRome,
  type Office,
  type PlainDate,
  paths,
  type Role,
} from '@portal/contract'
import ical, { ICalEventTransparency } from 'ical-generator'
import type { Logger } from 'pino'
import { AppError } from '#platform/app-error.ts'
import { type AuditRecorder, idsOf } from '#platform/audit/audit-recorder.ts'
import { type Clock, todayOf } from '#platform/clock.ts'
import { type Db, type InTransaction, unaudited } from '#platform/database/transaction.ts'
import type { FileReply } from '#platform/http/serve.ts'
import type { Outbox } from '#platform/mail/outbox.ts'
import type { Vault } from '#platform/protection/vault.ts'
import type { Caller, Reader } from '#platform/session/caller.ts'
import type { SessionUser } from '#platform/session/session.store.ts'
import { addressesOf } from '#platform/session/user-names.ts'
import { textsIn } from '#platform/texts.ts'
import {
  claimDigest,
  deleteAgenda,
  findFeedOwner,
  getStoredAgenda,
  listDigests,
  writeDigest,
  writeFeed,
} from './agenda.store.ts'
import { duePeriod, isPeriodBegun, type OfficeTime, periodOf } from './digest.rules.ts'

interface Worker {
  readonly id: number
  readonly roles: readonly Role[]
}

/** An open reminder of an operator, without its text, which may name somebody. */
interface ReminderDay {
  readonly id: number
  readonly caseId: number
  readonly code: string
  readonly dueOn: PlainDate
}

interface Options {
  readonly db: Db
  readonly inTransaction: InTransaction
  readonly vault: Vault
  readonly clock: Clock
  readonly log: Logger
  readonly office: Office
  readonly publicOrigin: string
  readonly outbox: Pick<Outbox, 'queue'>
  /** What the home page of a user says that waits, by their role. */
  readonly waitingFor: (user: Reader, audit: AuditRecorder) => Promise<readonly WaitingCount[]>
  /** Operators whose account is valid now. */
  readonly workers: (from: Db) => Promise<readonly Worker[]>
  readonly remindersOf: (from: Db, userId: number) => Promise<readonly ReminderDay[]>
  readonly deadlinesOf: (from: Db, who: { id: number; isManager: boolean }) => Promise<Deadlines>
}

/** A number of the home page: a tab of the cases, or of the register. */
export interface WaitingCount {
  readonly of: HomeBoxName | 'toInform' | 'rights' | 'registerTurn' | 'registerLate'
  /** The page that shows them, with its tab. */
  readonly path: string
  readonly count: number
  /** There are more than are counted. */
  readonly countIsMore?: boolean | undefined
}

interface Feed {
  readonly feedHash: Buffer | null
  readonly feedMadeAt: Date | null
}

const hashOf = (secret: string) => createHash('sha256').update(secret).digest()
const isManager = ({ roles }: Worker) => roles.includes('manager')
const caseRoleOf = ({ roles }: Worker) => roles.find((role) => can('cases', role))

/** Starts or ends a calendar feed. Its address is a bearer secret, so the audit entry commits with the change. */
const changeFeed = ({ inTransaction, vault }: Options, { user, audit }: Caller, feed: Feed) =>
  inTransaction(audit, async (tx) => {
    await writeFeed(tx, vault, user.id, feed)
    audit.record('user', [user.id], ['feedMadeAt'])
  })

/** What waits for a user in any of their roles; of a number that several roles have, the largest. */
async function waitingOf(
  { waitingFor }: Options,
  { id, roles }: Worker,
  audit: AuditRecorder,
): Promise<WaitingCount[]> {
  const found = new Map<WaitingCount['of'], WaitingCount>()
  for (const selectedRole of roles)
    for (const waiting of await waitingFor({ id, selectedRole }, audit))
      if (waiting.count > (found.get(waiting.of)?.count ?? 0)) found.set(waiting.of, waiting)
  return [...found.values()]
}

/** Queues the digest of a period for a user, at most once. What waits is counted first: one session may be all that the database has. */
async function queueDigest(options: Options, worker: Worker, period: PlainDate, audit: AuditRecorder): Promise<void> {
  const { inTransaction, vault, outbox } = options
  const waiting = await waitingOf(options, worker, audit)
  await inTransaction(unaudited, async (tx) => {
    const [recipient] = await addressesOf(tx, vault, [worker.id])
    if (!recipient || !(await claimDigest(tx, worker.id, period)) || waiting.length === 0) return
    await outbox.queue(tx, { recipient, ...mailOf(options, waiting) })
  })
}

/** How users hear of what waits: a digest by their choice, and for operators a calendar feed of the deadlines of their cases. */
export function createAgenda(options: Options) {
  const { db, clock, log, office, publicOrigin } = options
  const officeTime = (): OfficeTime => ({ day: todayOf(clock), hour: hourInRome(clock.now()) })

  return {
    get: (user: SessionUser): Promise<Agenda> => getStoredAgenda(db, user.id),

    async setDigest(digest: Digest | undefined, user: SessionUser): Promise<Agenda> {
      const now = officeTime()
      await writeDigest(db, user.id, digest, digest && isPeriodBegun(digest, now) ? periodOf(digest, now) : undefined)
      return getStoredAgenda(db, user.id)
    },

    async startFeed(caller: Caller): Promise<{ url: string; since: Date }> {
      const secret = randomBytes(32).toString('base64url')
      const since = clock.now()
      await changeFeed(options, caller, { feedHash: hashOf(secret), feedMadeAt: since })
      return { url: `${publicOrigin}/${office.slug}/api/v1/calendario/${secret}.ics`, since }
    },

    async endFeed(caller: Caller): Promise<Agenda> {
      await changeFeed(options, caller, { feedHash: null, feedMadeAt: null })
      return getStoredAgenda(db, caller.user.id)
    },

    /** The calendar of the feed's owner. Throws `not_found` for an unknown secret and for an owner without a valid account. */
    async feed(secret: string, audit: AuditRecorder): Promise<FileReply> {
      const ownerId = await findFeedOwner(db, options.vault, hashOf(secret.replace(/\.ics$/, '')))
      // Checked first: a guessed secret must not make the portal decrypt every account.
      if (ownerId === undefined) throw new AppError('not_found')
      const owner = (await options.workers(db)).find(({ id }) => id === ownerId)
      const role = owner && caseRoleOf(owner)
      if (!role) throw new AppError('not_found')
      audit.setUser({ id: owner.id, selectedRole: role })
      const deadlines = await options.deadlinesOf(db, { id: owner.id, isManager: isManager(owner) })
      const reminders = await options.remindersOf(db, owner.id)
      const ids = [...idsOf([...deadlines.own, ...deadlines.toAssign]), ...reminders.map(({ caseId }) => caseId)]
      audit.record('case', [...new Set(ids)])
      return calendarOf({ ...deadlines, reminders }, office, publicOrigin)
    },

    /** Deletes the settings of an account that ends, and with them its calendar feed. */
    forget: async (tx: Db, userId: number): Promise<void> => {
      await deleteAgenda(tx, userId)
    },

    /** Queues the digests that are due. One that fails does not stop the others; then it logs the count and throws the first error. */
    async digestAll(audit: AuditRecorder): Promise<void> {
      const now = officeTime()
      const due = (await listDigests(db)).flatMap(({ userId, digest, digestedOn }) => {
        const period = duePeriod(digest, now)
        return period && period !== digestedOn ? [{ userId, period }] : []
      })
      if (due.length === 0) return
      const workers = await options.workers(db)
      const failed: unknown[] = []
      for (const { userId, period } of due) {
        const worker = workers.find(({ id }) => id === userId)
        if (worker) await queueDigest(options, worker, period, audit).catch((error) => failed.push(error))
      }
      if (failed.length === 0) return
      log.warn({ err: failed[0], failed: failed.length }, 'digests were not queued')
      throw failed[0]
    },
  }
}
export type AgendaService = ReturnType<typeof createAgenda>

/** A calendar of deadlines (RFC 5545): all-day events that hold the case's code and status, and no personal data. */
function calendarOf(
  deadlines: Deadlines & { readonly reminders: readonly ReminderDay[] },
  office: Office,
  publicOrigin: string,
): FileReply {
  const t = textsIn('it')
  const { host } = new URL(publicOrigin)
  const calendar = ical({
    name: t('agenda.calendar.name', { tag: office.productTag }),
    prodId: { company: office.productTag, product: 'Portale', language: 'IT' },
  })
  const urlOf = (caseId: number) => `${publicOrigin}/${office.slug}${paths.caseDetail}?id=${caseId}`
  const addDay = (id: string, dueOn: PlainDate, texts: { summary: string; description: string; url: string }) =>
    calendar.createEvent({
      ...texts,
      id: `${id}@${host}`,
      start: new Date(`${dueOn}T00:00:00Z`),
      allDay: true,
      transparency: ICalEventTransparency.TRANSPARENT,
    })
  const add = ({ id, code, dueOn, status }: Deadline, what: 'close' | 'assign') => {
    const url = urlOf(id)
    addDay(`${what}-${id}`, dueOn, {
      url,
      summary: t(`agenda.calendar.${what}`, { code }),
      description: t('agenda.calendar.description', { status: t(`caseStatuses.${status}`), url }),
    })
  }
  for (const { id, caseId, code, dueOn } of deadlines.reminders) {
    const url = `${urlOf(caseId)}&scheda=messaggi`
    const summary = t('agenda.calendar.remind', { code })
    addDay(`remind-${id}`, dueOn, { url, summary, description: t('agenda.calendar.remindDescription', { url }) })
  }
  for (const deadline of deadlines.own) add(deadline, 'close')
  for (const deadline of deadlines.toAssign) add(deadline, 'assign')
  return { name: 'scadenze.ics', stream: Readable.from([calendar.toString()]), isInline: true }
}

/** The mail of a digest: counts and links, neither codes nor personal data. */
function mailOf({ office, publicOrigin }: Options, waiting: readonly WaitingCount[]) {
  const t = textsIn('it')
  const href = (path: string) => `${publicOrigin}/${office.slug}${path}`
  const lines = waiting.map(({ of, path, count, countIsMore }) =>
    t('agenda.mail.line', {
      what: t(`agenda.mail.boxes.${of}`),
      count: countIsMore ? t('agenda.mail.more', { count }) : count,
      url: href(path),
    }),
  )
  return {
    subject: t('agenda.mail.subject', { tag: office.productTag }),
    body: t('agenda.mail.body', { lines: lines.join('\n\n'), settings: href(paths.agenda), office: office.name }),
  }
}

/** A case with a pending action and its deadline. */
interface Deadline {
  readonly id: number
  readonly code: string
  readonly status: CaseStatus
  readonly dueOn: PlainDate
}

/** Pending work of an operator, by due date. */
interface Deadlines {
  readonly own: readonly Deadline[]
  readonly toAssign: readonly Deadline[]
}
