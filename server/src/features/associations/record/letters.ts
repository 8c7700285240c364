import { createHash, randomBytes } from 'node:crypto'
import {
  type Language,
  type LetterKind,
  letterAddressesOf,
  type Office,
  officeText,
  type PlainDate,
  paths,
} from '@portal/contract'
import type { Clock } from '#platform/clock.ts'
import type { Db } from '#platform/database/transaction.ts'
import { nameInMail } from '#platform/mail/name-in-mail.ts'
import type { Outbox } from '#platform/mail/outbox.ts'
import type { Vault } from '#platform/protection/vault.ts'
import { textsIn } from '#platform/texts.ts'
import { enrolmentNumberOf, requestNumberOf } from '../associations.rules.ts'
import type { StoredAssociation } from './associations.store.ts'
import { insertLetter } from './letters.store.ts'

export interface LetterNeeds {
  readonly vault: Vault
  readonly clock: Clock
  readonly office: Office
  readonly publicOrigin: string
  readonly outbox: Pick<Outbox, 'queue' | 'queueLimited'>
}

/** The secret of a link, and its hash, which alone is stored. */
export function newSecret(): { readonly secret: string; readonly hash: Buffer } {
  const secret = randomBytes(32).toString('base64url')
  return { secret, hash: hashOf(secret) }
}
export const hashOf = (secret: string) => createHash('sha256').update(secret).digest()

/** The pages that letters lead to; the secret is behind `#`, which browsers never send. */
const linkPages = {
  complete: [paths.enrolmentComplete, 'pratica'],
  confirm: [paths.enrolmentConfirm, 'codice'],
  draft: [paths.enrolment, 'bozza'],
  replace: [paths.enrolmentReplace, 'codice'],
} as const

export function linkTo(
  { office, publicOrigin }: Pick<LetterNeeds, 'office' | 'publicOrigin'>,
  page: keyof typeof linkPages,
  secret: string,
  language: Language,
): string {
  const [path, name] = linkPages[page]
  return `${publicOrigin}/${office.slug}${path}?lang=${language}#${name}=${secret}`
}

const day = (date: PlainDate | null | undefined) => (date ? date.split('-').reverse().join('/') : '')

/** What the texts of letters may name. */
export interface LetterParams {
  readonly missing?: string | undefined
  readonly reason?: string | undefined
  readonly until?: PlainDate | null | undefined
  /** Whether `until` was moved from a free day, which the letter then says. */
  readonly isMoved?: boolean | undefined
  readonly url?: string | undefined
}

/** What the text of a letter about an association may name. */
export const valuesOf = (
  office: Pick<Office, 'productTag'>,
  row: Pick<StoredAssociation, 'name' | 'requestYear' | 'requestPlace' | 'enrolmentNumber' | 'expiresOn'>,
  params: LetterParams,
) => ({
  name: nameInMail(row.name),
  number: requestNumberOf(row.requestYear, row.requestPlace),
  enrolment: row.enrolmentNumber === null ? '' : enrolmentNumberOf(office.productTag, row.enrolmentNumber),
  expires: day(row.expiresOn),
  missing: params.missing ?? '',
  reason: params.reason ?? '',
  until: day(params.until),
  isMoved: params.isMoved ?? false,
  url: params.url ?? '',
})

/** The subject and body of a letter. A part without a value, such as the reason of a removal on request, leaves no gap. */
export function textOfLetter(
  { office, publicOrigin }: Pick<LetterNeeds, 'office' | 'publicOrigin'>,
  kind: LetterKind,
  language: Language,
  values: Readonly<Record<string, unknown>>,
) {
  const t = textsIn(language)
  const params = {
    office: officeText(office, 'name', language).text,
    phone: office.phone,
    mail: office.registerMailbox,
    login: `${publicOrigin}/${office.slug}${paths.login}`,
    register: `${publicOrigin}/${office.slug}${paths.publicRegister}`,
    ...values,
  }
  const parts = [
    t(`registerLetters.${kind}.body`, params).replace(/\n{3,}/g, '\n\n'),
    ...(values.isMoved ? [t('registerLetters.moved')] : []),
    t('registerLetters.close', params),
  ]
  return {
    subject: t(`registerLetters.${kind}.subject`, params),
    body: `${parts.join('\n\n')}\n`,
  }
}

/** Letters to associations. */
export function createLetters(needs: LetterNeeds) {
  const { vault, clock, office, outbox } = needs

  return {
    /** Queues a letter about an association to each of its addresses and keeps a record of it; one without any gets none. */
    async send(tx: Db, kind: LetterKind, row: StoredAssociation, params: LetterParams = {}): Promise<void> {
      const letter = textOfLetter(needs, kind, row.language, valuesOf(office, row, params))
      for (const recipient of letterAddressesOf(row.values)) {
        const mail = { recipient, replyTo: office.registerMailbox, ...letter }
        // An application needs no account.
        const [mailId] = kind === 'receipt' ? await outbox.queueLimited(tx, [mail]) : [await outbox.queue(tx, mail)]
        if (mailId === undefined) continue
        const sent = { associationId: row.id, kind, at: clock.now(), recipient, mailId }
        await insertLetter(tx, vault, { ...sent, isCertified: recipient === row.values.pec })
      }
    },

    /** Queues a letter to somebody who has no record yet. */
    async sendTo(
      tx: Db,
      kind: LetterKind,
      addresses: readonly string[],
      language: Language,
      params: LetterParams & { name: string },
    ) {
      const letter = textOfLetter(needs, kind, language, {
        ...params,
        name: nameInMail(params.name),
        until: day(params.until),
      })
      const mails = addresses.map((recipient) => ({ recipient, replyTo: office.registerMailbox, ...letter }))
      await outbox.queueLimited(tx, mails)
    },
  }
}
export type Letters = ReturnType<typeof createLetters>
