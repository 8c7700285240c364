import {
  mayEnter,
  type Notice,
  type NoticeKind,
  type Office,
  type Page,
  paths,
  type Role,
  recordId,
} from '@portal/contract'
import * as z from 'zod/mini'
import type { Clock } from '#platform/clock.ts'
import { answerPage, type PageAsked, readPage } from '#platform/database/page.ts'
import type { Db } from '#platform/database/transaction.ts'
import type { Outbox } from '#platform/mail/outbox.ts'
import type { Vault } from '#platform/protection/vault.ts'
import { reportCode } from '#platform/report-code.ts'
import type { SessionUser } from '#platform/session/session.store.ts'
import { mailsOf } from '#platform/session/user-names.ts'
import { textsIn } from '#platform/texts.ts'
import { countNotices, countUnread, insertNotices, listNotices, markRead } from './notices.store.ts'

interface Options {
  readonly db: Db
  readonly vault: Vault
  readonly clock: Clock
  readonly office: Office
  readonly outbox: Pick<Outbox, 'queue'>
  readonly publicOrigin: string
  /** Whoever works here now. */
  readonly workers: (from: Db) => Promise<readonly { readonly id: number; readonly roles: readonly Role[] }[]>
}

/** What became of a case, and who is told. */
export interface News {
  readonly caseId: number
  readonly code: string
  readonly kind: NoticeKind
  readonly userIds: readonly number[]
}

export type Notices = ReturnType<typeof createNotices>

const readKey = (text: string) => (z.safeParse(recordId, Number(text)).success ? [Number(text)] : undefined)

/** What the office tells its people: on their screens, and by a mail that names the case by its code alone. */
export function createNotices({ db, vault, clock, office, outbox, publicOrigin, workers }: Options) {
  /** Of people those who can work on cases now: nothing of a case is for anybody else. */
  async function hearersAmong(tx: Db, userIds: readonly number[]): Promise<number[]> {
    const staff = await workers(tx)
    const canHear = ({ roles }: (typeof staff)[number]) => roles.some((role) => mayEnter('cases', role))
    return userIds.filter((userId) => staff.some((worker) => worker.id === userId && canHear(worker)))
  }

  async function mail(tx: Db, { caseId, code, kind }: News, recipient: string) {
    const t = textsIn('it')
    const url = `${publicOrigin}/${office.slug}${paths.caseDetail}?id=${caseId}`
    const what = t(`notices.kinds.${kind}`, { code })
    await outbox.queue(tx, {
      caseId,
      recipient,
      subject: t('notices.mail.subject', { tag: office.productTag, what }),
      body: t('notices.mail.body', { what, url, office: office.name }),
    })
  }

  return {
    /** Tells people within the transaction of what they are told; whoever works on cases no more hears nothing. */
    async tell(tx: Db, news: News): Promise<void> {
      const { caseId, kind } = news
      const userIds = news.userIds.length === 0 ? [] : await hearersAmong(tx, news.userIds)
      if (userIds.length === 0) return
      const madeAt = clock.now()
      await insertNotices(
        tx,
        userIds.map((userId) => ({ userId, caseId, kind, madeAt })),
      )
      for (const recipient of await mailsOf(tx, vault, userIds)) await mail(tx, news, recipient)
    },

    async list(asked: PageAsked<unknown>, user: SessionUser): Promise<Page<Notice>> {
      const page = readPage(asked, readKey)
      const [rows, count] = await Promise.all([listNotices(db, user.id, page), countNotices(db, user.id, page)])
      const present = ({ protocolYear, protocolNumber, readAt, ...row }: (typeof rows)[number]): Notice => ({
        ...row,
        code: reportCode(office.productTag, protocolYear, protocolNumber),
        readAt: readAt ?? undefined,
      })
      return answerPage(rows, { count, ...page }, { present, keyOf: ({ id }) => String(id) })
    },

    async read(ids: readonly number[], user: SessionUser): Promise<{ unread: number }> {
      await markRead(db, user.id, ids, clock.now())
      return { unread: await countUnread(db, user.id) }
    },

    unread: (userId: number) => countUnread(db, userId),
  }
}
