import { createHash, randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import {
  type Agenda,
  type CaseStatus,
  can,
  type DueState,
  formatScreenDate,
  isContactDay,
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
import type { Caller } from '#platform/session/caller.ts'
import type { SessionUser } from '#platform/session/session.store.ts'
import { addressesOf } from '#platform/session/user-names.ts'
import { textsIn } from '#platform/texts.ts'
import { claimDigest, deleteAgenda, findFeedOwner, getStoredAgenda, writeFeed, writeHasDigest } from './agenda.store.ts'

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
  /** Operators whose account is valid now. */
  readonly workers: (from: Db) => Promise<readonly Worker[]>
  readonly remindersOf: (from: Db, userId: number) => Promise<readonly ReminderDay[]>
  readonly deadlinesOf: (from: Db, who: { id: number; isManager: boolean }) => Promise<Deadlines>
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

/** Queues an operator's mail for `today`, at most once. */
const queueDigest = (
  { inTransaction, vault, office, publicOrigin, outbox, deadlinesOf }: Options,
  worker: Worker,
  today: PlainDate,
) =>
  inTransaction(unaudited, async (tx) => {
    const [recipient] = await addressesOf(tx, vault, [worker.id])
    if (!recipient || !(await claimDigest(tx, worker.id, today))) return
    const deadlines = await deadlinesOf(tx, { id: worker.id, isManager: isManager(worker) })
    const mail = digestOf(deadlines, today, office, publicOrigin)
    if (mail) await outbox.queue(tx, { recipient, ...mail })
  })

/** Deadlines of cases, as operators receive them: a mail each working day, and a calendar feed of their own. */
export function createAgenda(options: Options) {
  const { db, clock, log, office, publicOrigin } = options

  return {
    get: (user: SessionUser): Promise<Agenda> => getStoredAgenda(db, user.id),

    async setDigest(hasDigest: boolean, user: SessionUser): Promise<Agenda> {
      await writeHasDigest(db, user.id, hasDigest)
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

    /** Queues the mails of a working day. One that fails does not stop the others; then it logs the count and throws the first error. */
    async digestAll(): Promise<void> {
      const today = todayOf(clock)
      if (!isContactDay(today)) return
      const failed: unknown[] = []
      for (const worker of await options.workers(db)) {
        if (!caseRoleOf(worker)) continue
        await queueDigest(options, worker, today).catch((error) => failed.push(error))
      }
      if (failed.length === 0) return
      log.warn({ err: failed[0], failed: failed.length }, 'deadline mails were not queued')
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

/** Cases that a section of the mail lists; the rest are counted. */
const maxListed = 20

/** The mail of a working day; undefined if nothing is pending. Holds case codes and dates, and no personal data. */
function digestOf(deadlines: Deadlines, today: PlainDate, office: Office, publicOrigin: string) {
  const t = textsIn('it')
  const late = deadlines.own.filter(({ dueState }) => dueState === 'late')
  const soon = deadlines.own.filter(({ dueState }) => dueState === 'soon')
  const { toAssign, toAssignCount, unread, unattended } = deadlines
  if ([late.length, soon.length, toAssignCount, unread, unattended].every((count) => count === 0)) return undefined
  const line = ({ code, dueOn }: Deadline) => t('agenda.mail.line', { code, day: formatScreenDate(dueOn) })
  const section = (title: 'late' | 'soon' | 'toAssign', cases: readonly Deadline[], total = cases.length) => {
    if (total === 0) return []
    const more = total - Math.min(cases.length, maxListed)
    const lines = [
      ...cases.slice(0, maxListed).map(line),
      ...(more > 0 ? [t('agenda.mail.more', { count: more })] : []),
    ]
    return [[t(`agenda.mail.${title}`, { count: total }), ...lines].join('\n')]
  }
  const count = (what: 'unread' | 'unattended', number: number) =>
    number > 0 ? [t(`agenda.mail.${what}`, { count: number })] : []
  const sections = [
    ...section('late', late),
    ...section('soon', soon),
    ...section('toAssign', toAssign, toAssignCount),
    ...count('unread', unread),
    ...count('unattended', unattended),
  ]
  const href = (path: string) => `${publicOrigin}/${office.slug}${path}`
  return {
    subject: t('agenda.mail.subject', { tag: office.productTag, late: late.length, soon: soon.length }),
    body: t('agenda.mail.body', {
      day: formatScreenDate(today),
      sections: sections.join('\n\n'),
      url: href(paths.deskHome),
      settings: href(paths.agenda),
      office: office.name,
    }),
  }
}

/** A case with a pending action and its deadline. */
interface Deadline {
  readonly id: number
  readonly code: string
  readonly status: CaseStatus
  readonly dueOn: PlainDate
  readonly dueState: DueState
}

/** Pending work of an operator, by due date. */
interface Deadlines {
  readonly own: readonly Deadline[]
  readonly toAssign: readonly Deadline[]
  /** Total of cases to assign; `toAssign` holds only the first of them. */
  readonly toAssignCount: number
  readonly unread: number
  readonly unattended: number
}
