import {
  can,
  type Notice,
  type NoticeKind,
  type Office,
  type Page,
  type Permission,
  paths,
  type ReadNotices,
  type Role,
  reportCode,
} from '@portal/contract'
import type { Clock } from '#platform/clock.ts'
import { readCounts } from '#platform/database/counts.ts'
import type { PageQuery } from '#platform/database/page.ts'
import type { Db } from '#platform/database/transaction.ts'
import type { NewMail } from '#platform/mail/mail.store.ts'
import type { Outbox } from '#platform/mail/outbox.ts'
import type { Caller, Reader } from '#platform/session/caller.ts'
import type { SessionUser } from '#platform/session/session.store.ts'
import { textsIn } from '#platform/texts.ts'
import { countUnread, insertNotices, listNotices, listNotified, markRead, type StoredNotice } from './notices.store.ts'

interface Options {
  readonly db: Db
  readonly clock: Clock
  readonly office: Office
  readonly outbox: Pick<Outbox, 'queueTo'>
  readonly publicOrigin: string
  /** The operators among these whose account is valid now. */
  readonly workers: (from: Db, ids: readonly number[]) => Promise<readonly Recipient[]>
  /** The reporters of those of some cases that a user may read now, by the ids of the cases. */
  readonly caseNames: (ids: readonly number[], reader: Reader) => Promise<ReadonlyMap<number, string>>
}

/** The sealed fields that a list of notices opens. */
const nameFields = ['organisationName', 'firstName', 'lastName'] as const

/** An operator who may be notified. */
export interface Recipient {
  readonly id: number
  readonly roles: readonly Role[]
}

/** The subject of a notice: one case, a number of cases, a request on personal data, an association, or an export. */
export type NewsSubject =
  | { readonly caseId: number; readonly code: string }
  | { readonly cases: number }
  | { readonly requestId: number }
  /** Users who got the same notice since `onceSince` get no other. */
  | { readonly associationId: number; readonly onceSince?: Date }
  | { readonly exportId: number }

/** A notice and its recipients. */
export type News = NewsSubject & { readonly kind: NoticeKind; readonly userIds: readonly number[] }

export type Notices = ReturnType<typeof createNotices>

/** The page that a notice leads to. */
function pageOf(subject: NewsSubject): string {
  if ('caseId' in subject) return `${paths.caseDetail}?id=${subject.caseId}`
  if ('associationId' in subject) return `${paths.registerHome}?id=${subject.associationId}`
  if ('exportId' in subject) return paths.exports
  return 'requestId' in subject ? `${paths.rightsDetail}?id=${subject.requestId}` : paths.myCaseList
}

/** The columns of the subject; the code is not stored. */
function columnsOf(subject: NewsSubject): {
  caseId?: number
  cases?: number
  requestId?: number
  associationId?: number
  exportId?: number
} {
  if ('caseId' in subject) return { caseId: subject.caseId }
  if ('associationId' in subject) return { associationId: subject.associationId }
  if ('exportId' in subject) return { exportId: subject.exportId }
  return 'requestId' in subject ? { requestId: subject.requestId } : { cases: subject.cases }
}

/** Who may learn about a subject. */
function permissionFor(subject: NewsSubject): Permission {
  if ('exportId' in subject) return 'caseExports'
  return 'associationId' in subject ? 'register' : 'cases'
}

const codeIn = (productTag: string, { protocolYear, protocolNumber }: StoredNotice) =>
  protocolYear === null || protocolNumber === null ? undefined : reportCode(productTag, protocolYear, protocolNumber)

/** The users among these who may read the subject now; nobody else may learn about it. */
function recipientsAmong(staff: readonly Recipient[], { userIds, ...subject }: News): number[] {
  const permission = permissionFor(subject)
  const canReceive = ({ roles }: Recipient) => roles.some((role) => can(permission, role))
  return userIds.filter((userId) => staff.some((worker) => worker.id === userId && canReceive(worker)))
}

/** Notifications of operators: on screen, and by a mail that contains no data of the case but its code. */
export function createNotices({ db, clock, office, outbox, publicOrigin, workers, caseNames }: Options) {
  function mailOf({ kind, userIds: _, ...subject }: News): Omit<NewMail, 'recipient'> {
    const t = textsIn('it')
    const url = `${publicOrigin}/${office.slug}${pageOf(subject)}`
    const what = t(`notices.kinds.${kind}`, { ...subject })
    return {
      ...('caseId' in subject && { caseId: subject.caseId }),
      subject: t('notices.mail.subject', { tag: office.productTag, what }),
      body: t('notices.mail.body', { what, url, office: office.name }),
    }
  }

  return {
    /**
     * Notifies users within the transaction of the event; skips those who may not work on cases now. `staff` are the operators whose
     * account is valid now, where the transaction has read them.
     */
    async tell(tx: Db, news: News, staff?: readonly Recipient[]): Promise<void> {
      if (news.userIds.length === 0) return
      const notice = { ...columnsOf(news), kind: news.kind, madeAt: clock.now() }
      const notified = 'associationId' in news ? await listNotified(tx, news) : []
      const able = recipientsAmong(staff ?? (await workers(tx, news.userIds)), news)
      const userIds = able.filter((userId) => !notified.includes(userId))
      if (userIds.length === 0) return
      await insertNotices(
        tx,
        userIds.map((userId) => ({ ...notice, userId })),
      )
      await outbox.queueTo(tx, userIds, mailOf(news))
    },

    async list(request: PageQuery<unknown>, { user, audit }: Caller): Promise<Page<Notice>> {
      const page = await listNotices(db, request, user.id)
      const names = await caseNames(
        page.rows.flatMap(({ caseId }) => caseId ?? []),
        user,
      )
      audit.record('case', [...names.keys()], names.size > 0 ? nameFields : [])
      const present = (row: StoredNotice): Notice => ({
        id: row.id,
        kind: row.kind,
        madeAt: row.madeAt,
        caseId: row.caseId ?? undefined,
        code: codeIn(office.productTag, row),
        cases: row.cases ?? undefined,
        requestId: row.requestId ?? undefined,
        associationId: row.associationId ?? undefined,
        exportId: row.exportId ?? undefined,
        name: row.associationName ?? (row.caseId === null ? undefined : names.get(row.caseId)),
        readAt: row.readAt ?? undefined,
      })
      return { ...page, rows: page.rows.map(present) }
    },

    async read(which: ReadNotices, user: SessionUser): Promise<{ unread: number }> {
      await markRead(db, user.id, which, clock.now())
      return readCounts(db, { unread: countUnread(user.id) })
    },

    /** The number of unread notices of a user. */
    unread: async (userId: number) => (await readCounts(db, { unread: countUnread(userId) })).unread,
  }
}
