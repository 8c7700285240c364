import { createHash, randomBytes } from 'node:crypto'
import { type Agenda, isContactDay, mayEnter, type Office, type PlainDate, type Role } from '@portal/contract'
import type { Logger } from 'pino'
import { actsAs, touched } from '#platform/audit/audit-act.ts'
import { type Clock, todayOf } from '#platform/clock.ts'
import type { Db, InTransaction } from '#platform/database/transaction.ts'
import type { FileReply } from '#platform/http/serve.ts'
import type { Outbox } from '#platform/mail/outbox.ts'
import { Problem } from '#platform/problem.ts'
import type { Vault } from '#platform/protection/vault.ts'
import type { SessionUser } from '#platform/session/session.store.ts'
import { mailsOf } from '#platform/session/user-names.ts'
import { claimDigest, deleteAgenda, findFeedOwner, getStoredAgenda, writeAgenda } from './agenda.store.ts'
import { calendarOf } from './calendar.ts'
import { digestOf } from './digest.ts'
import type { Duties } from './duties.ts'

interface Worker {
  readonly id: number
  readonly roles: readonly Role[]
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
  /** Whoever works here now. */
  readonly workers: (from: Db) => Promise<readonly Worker[]>
  readonly dutiesOf: (from: Db, who: { id: number; isManager: boolean }) => Promise<Duties>
}

interface Feed {
  readonly feedHash: Buffer | null
  readonly feedMadeAt: Date | null
}

const hashOf = (secret: string) => createHash('sha256').update(secret).digest()
const isManager = ({ roles }: Worker) => roles.includes('manager')
const caseRoleOf = ({ roles }: Worker) => roles.find((role) => mayEnter('cases', role))

/** The address of a calendar opens it to whoever has it: that one is made or ended is noted with the change. */
const writeFeed = ({ inTransaction }: Options, user: SessionUser, feed: Feed) =>
  inTransaction(async (tx) => {
    await writeAgenda(tx, user.id, feed)
    touched('user', [user.id], ['feedMadeAt'])
  })

/** How operators are told of the terms of their cases: by a mail each working day, and by a calendar of their own. */
export function createAgenda(options: Options) {
  const { db, inTransaction, vault, clock, log, office, publicOrigin, outbox } = options

  /** Writes a person's mail of a day, once. */
  const digest = (worker: Worker, today: PlainDate) =>
    inTransaction(async (tx) => {
      const [recipient] = await mailsOf(tx, vault, [worker.id])
      if (!recipient || !(await claimDigest(tx, worker.id, today))) return
      const duties = await options.dutiesOf(tx, { id: worker.id, isManager: isManager(worker) })
      const mail = digestOf(duties, today, office, publicOrigin)
      if (mail) await outbox.queue(tx, { recipient, ...mail })
    })

  return {
    get: (user: SessionUser): Promise<Agenda> => getStoredAgenda(db, user.id),

    async setDigest(hasDigest: boolean, user: SessionUser): Promise<Agenda> {
      await writeAgenda(db, user.id, { hasDigest })
      return getStoredAgenda(db, user.id)
    },

    async startFeed(user: SessionUser): Promise<{ url: string; since: Date }> {
      const secret = randomBytes(32).toString('base64url')
      const since = clock.now()
      await writeFeed(options, user, { feedHash: hashOf(secret), feedMadeAt: since })
      return { url: `${publicOrigin}/${office.slug}/api/v1/calendario/${secret}.ics`, since }
    },

    async endFeed(user: SessionUser): Promise<Agenda> {
      await writeFeed(options, user, { feedHash: null, feedMadeAt: null })
      return getStoredAgenda(db, user.id)
    },

    /** The calendar that a secret opens; of whoever works here no more there is none. */
    async feed(secret: string): Promise<FileReply> {
      const ownerId = await findFeedOwner(db, hashOf(secret.replace(/\.ics$/, '')))
      // Guessing must not cost the portal the opening of every account.
      if (ownerId === undefined) throw new Problem('not_found')
      const owner = (await options.workers(db)).find(({ id }) => id === ownerId)
      const role = owner && caseRoleOf(owner)
      if (!role) throw new Problem('not_found')
      actsAs({ id: owner.id, selectedRole: role })
      const duties = await options.dutiesOf(db, { id: owner.id, isManager: isManager(owner) })
      touched(
        'case',
        [...duties.own, ...duties.toAssign].map(({ id }) => id),
      )
      return calendarOf(duties, office, publicOrigin)
    },

    /** Lets go of what somebody chose whose account ends, the address of their calendar with it. */
    forget: async (tx: Db, userId: number): Promise<void> => {
      await deleteAgenda(tx, userId)
    },

    /** Writes the mails of a working day; whose fails is told in the log, and stops nobody else's. */
    async digestAll(): Promise<void> {
      const today = todayOf(clock)
      if (!isContactDay(today)) return
      const failed: unknown[] = []
      for (const worker of await options.workers(db)) {
        if (!caseRoleOf(worker)) continue
        await digest(worker, today).catch((error) => failed.push(error))
      }
      if (failed.length === 0) return
      log.warn({ err: failed[0], failed: failed.length }, 'mails of terms were not written')
      throw failed[0]
    },
  }
}
export type AgendaService = ReturnType<typeof createAgenda>
