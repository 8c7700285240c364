import { limits } from '@portal/contract'
import { sql } from 'kysely'
import { defineStatement, type HoleOf } from '#platform/database/statement.ts'
import type { Db } from '#platform/database/transaction.ts'
import type { CaptchaKind } from './captcha.rules.ts'

interface ChallengeRequest {
  readonly visitorHash: string
  readonly kind: CaptchaKind
  /** Answer of the new challenge, if one is created. */
  readonly answer: string
  readonly now: Date
  readonly expiresAt: Date
}

/**
 * Issues the browser's challenge in one kind and returns its answer. Starts a new challenge if this kind was issued already,
 * no tries are left, or the challenge has expired. One statement, so that concurrent requests for image and audio agree.
 */
export async function issueChallenge(
  db: Db,
  { visitorHash, kind, answer, now, expiresAt }: ChallengeRequest,
): Promise<string> {
  const wasIssued = kind === 'image' ? sql`old.has_image` : sql`old.has_audio`
  const isOver = sql`(${wasIssued} or old.tries >= ${limits.captcha.tries} or old.expires_at <= ${now})`
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

interface TryResult {
  readonly isSolved: boolean
  readonly tries: number
  readonly expiresAt: Date
}

interface Guess {
  readonly visitorHash: string
  readonly answer: string
  readonly now: Date
  /** When the solution expires if the answer is right. */
  readonly solutionExpiresAt: Date
}

/** Counts a try of the browser's challenge; undefined if there is no challenge with tries left. */
export async function tryAnswer(
  db: Db,
  { visitorHash, answer, now, solutionExpiresAt }: Guess,
): Promise<TryResult | undefined> {
  const { rows } = await sql<TryResult>`
    update captcha_challenges set
      tries = tries + 1,
      solved_at = case when answer = ${answer} then ${now}::timestamptz end,
      expires_at = case when answer = ${answer} then ${solutionExpiresAt}::timestamptz else expires_at end
    where visitor_hash = ${visitorHash} and solved_at is null and tries < ${limits.captcha.tries} and expires_at > ${now}
    returning solved_at is not null as "isSolved", tries, expires_at as "expiresAt"`.execute(db)
  return rows[0]
}

/** The challenges that a browser has solved and no report has consumed. */
export const findSolved = defineStatement((db, hole: HoleOf<{ visitorHash: string; now: Date }>) =>
  db
    .selectFrom('captchaChallenges')
    .select(['id', 'tries', 'answer', 'expiresAt'])
    .where('visitorHash', '=', hole('visitorHash'))
    .where('solvedAt', 'is not', null)
    .where('expiresAt', '>', hole('now'))
    .orderBy('id'),
)

/** Consumes the oldest solved challenge of each browser; returns those that had one. Skips what a concurrent report has locked. */
export async function useSolved(tx: Db, visitorHashes: readonly string[], now: Date): Promise<Set<string>> {
  const { rows } = await sql<{ visitorHash: string }>`
    delete from captcha_challenges where id in (
      select oldest.id from unnest(${[...visitorHashes]}::text[]) as visitor (hash) cross join lateral (
        select id from captcha_challenges where visitor_hash = hash and solved_at is not null and expires_at > ${now}
        order by id limit 1 for update skip locked) as oldest)
    returning visitor_hash as "visitorHash"`.execute(tx)
  return new Set(rows.map(({ visitorHash }) => visitorHash))
}
