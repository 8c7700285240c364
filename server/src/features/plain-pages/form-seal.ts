import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { Vault } from '#platform/protection/vault.ts'
import { type Posted, textIn } from './posted.ts'

/** The hidden fields of a form: the idempotency key of what it sends, when it was opened, and the record that it is about. */
export interface FormTicket {
  readonly key: string
  /** Epoch milliseconds. */
  readonly openedAt: number
  /** Keyed digest of a record; empty for none. */
  readonly subject: string
}

/** Names of the hidden fields. */
export const ticketNames = { key: 'chiave', openedAt: 'aperto', subject: 'oggetto', seal: 'sigillo' } as const

const textOf = (visitHash: string, { key, openedAt, subject }: FormTicket) =>
  [visitHash, key, openedAt, subject].join('\n')

const isSame = (one: string, other: string) =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))

export type FormSeal = ReturnType<typeof createFormSeal>

/** Signs the hidden fields of one kind of form together with the anonymous cookie: another site can neither forge nor reuse them. */
export function createFormSeal(vault: Pick<Vault, 'digest' | 'digests'>, form: string) {
  const purpose = `plain_report.${form}`
  return {
    newTicket: (now: Date, subject = ''): FormTicket => ({
      key: randomBytes(16).toString('hex'),
      openedAt: now.getTime(),
      subject,
    }),
    fieldsOf: (visitHash: string, ticket: FormTicket): Readonly<Record<string, string>> => ({
      [ticketNames.key]: ticket.key,
      [ticketNames.openedAt]: String(ticket.openedAt),
      [ticketNames.subject]: ticket.subject,
      [ticketNames.seal]: vault.digest(purpose, textOf(visitHash, ticket)),
    }),
    /** The posted ticket; undefined where its seal is not that of this browser. */
    read(visitHash: string | undefined, posted: Posted): FormTicket | undefined {
      if (visitHash === undefined) return undefined
      const ticket = {
        key: textIn(posted, ticketNames.key),
        openedAt: Number(textIn(posted, ticketNames.openedAt)),
        subject: textIn(posted, ticketNames.subject),
      }
      const seal = textIn(posted, ticketNames.seal)
      return vault.digests(purpose, textOf(visitHash, ticket)).some((digest) => isSame(digest, seal))
        ? ticket
        : undefined
    },
  }
}
