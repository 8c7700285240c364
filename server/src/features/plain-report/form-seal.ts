import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { Vault } from '#platform/protection/vault.ts'

/** The hidden fields of the form: idempotency key of the report, and when the form was opened, in epoch milliseconds. */
export interface FormTicket {
  readonly key: string
  readonly openedAt: number
}

const purpose = 'plain_report.form'
const textOf = (visitorHash: string, { key, openedAt }: FormTicket) => `${visitorHash}\n${key}\n${openedAt}`

const isSame = (one: string, other: string) =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))

/** Signs the hidden fields together with the anonymous cookie, so that another site cannot forge or reuse them. */
export function createFormSeal(vault: Pick<Vault, 'digest' | 'digests'>) {
  return {
    newTicket: (now: Date): FormTicket => ({ key: randomBytes(16).toString('hex'), openedAt: now.getTime() }),
    seal: (visitorHash: string, ticket: FormTicket) => vault.digest(purpose, textOf(visitorHash, ticket)),
    isSealed: (visitorHash: string, ticket: FormTicket, seal: string) =>
      vault.digests(purpose, textOf(visitorHash, ticket)).some((digest) => isSame(digest, seal)),
  }
}
export type FormSeal = ReturnType<typeof createFormSeal>
