import { limits } from '@portal/contract'
import { sql } from 'kysely'
import type { Db } from '#platform/database/transaction.ts'
import type { CaptchaKind } from './captcha.rules.ts'

interface Asked {
  readonly visitorHash: string
  readonly kind: CaptchaKind
  /** Of the challenge that is made if a new one is due. */
  readonly answer: string
  readonly now: Date
  readonly expiresAt: Date
}

/**
 * The answer of the browser's challenge, which now was given in this kind. A kind that was given already, a challenge
 * without tries and one that has lapsed begin a new one. One statement, so that image and audio asked for at once agree.
 */
export async function giveChallenge(db: Db, { visitorHash, kind, answer, now, expiresAt }: Asked): Promise<string> {
  const wasGiven = kind === 'image' ? sql`old.has_image` : sql`old.has_audio`
  const isOver = sql`(${wasGiven} or old.tries >= ${limits.captcha.tries} or old.expires_at <= ${now})`
  const { rows } = await sql<{ answer: string }>`
    insert into captcha_challenges as old (visitor_hash, answer, has_image, has_audio, expires_at)
    values (${visitorHash}, ${answer}, ${kind === 'image'}, ${kind === 'audio'}, ${expiresAt})
    on conflict (visitor_hash) where solved_at is null do update set
      answer = case when ${isOver} then excluded.answer else old.answer end,
      has_image = excluded.has_image or (old.has_image and not ${isOver}),
      has_audio = excluded.has_audio or (old.has_audio and not ${isOver}),
      tries = case when ${isOver} then 0 else old.tries end,
      expires_at = case when ${isOver} then excluded.expires_at else old.expires_at end
    returning answer`.execute(db)
  return rows[0]?.answer ?? answer
}

interface Tried {
  readonly isSolved: boolean
  readonly tries: number
  readonly expiresAt: Date
}

interface Guess {
  readonly visitorHash: string
  readonly answer: string
  readonly now: Date
  /** Until when a solution lasts. */
  readonly lastsUntil: Date
}

/** Takes one of the tries of the browser's challenge; undefined where it has none to be taken. */
export async function tryAnswer(db: Db, { visitorHash, answer, now, lastsUntil }: Guess): Promise<Tried | undefined> {
  const { rows } = await sql<Tried>`
    update captcha_challenges set
      tries = tries + 1,
      solved_at = case when answer = ${answer} then ${now}::timestamptz end,
      expires_at = case when answer = ${answer} then ${lastsUntil}::timestamptz else expires_at end
    where visitor_hash = ${visitorHash} and solved_at is null and tries < ${limits.captcha.tries} and expires_at > ${now}
    returning solved_at is not null as "isSolved", tries, expires_at as "expiresAt"`.execute(db)
  return rows[0]
}

const solvedBy = (db: Db, visitorHash: string, now: Date) =>
  db
    .selectFrom('captchaChallenges')
    .select(['id', 'tries', 'answer', 'expiresAt'])
    .where('visitorHash', '=', visitorHash)
    .where('solvedAt', 'is not', null)
    .where('expiresAt', '>', now)
    .orderBy('id')

/** The challenges that a browser has solved and no report has used up. */
export const findSolved = (db: Db, visitorHash: string, now: Date) => solvedBy(db, visitorHash, now).execute()

/** Uses up the oldest of them; false where there is none. One that another report is using up is passed over. */
export async function useSolved(tx: Db, visitorHash: string, now: Date): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('captchaChallenges')
    .where('id', 'in', solvedBy(tx, visitorHash, now).clearSelect().select('id').limit(1).forUpdate().skipLocked())
    .executeTakeFirst()
  return numDeletedRows > 0n
}
