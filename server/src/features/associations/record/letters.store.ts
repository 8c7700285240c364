import type { LetterKind } from '@portal/contract'
import { byId, defineList } from '#platform/database/list.ts'
import { nextId } from '#platform/database/next-id.ts'
import type { Db } from '#platform/database/transaction.ts'
import { insertSealed, openSealed } from '#platform/protection/sealed-rows.ts'
import { unlessDamaged, type Vault } from '#platform/protection/vault.ts'
import { sealedAssociationLetters } from './sealed-associations.ts'

interface NewLetter {
  readonly associationId: number
  readonly kind: LetterKind
  readonly at: Date
  readonly recipient: string
  readonly isCertified: boolean
  readonly mailId: number
}

export async function insertLetter(tx: Db, vault: Vault, letter: NewLetter): Promise<void> {
  const id = await nextId(tx, 'association_letters')
  await insertSealed(tx, vault, sealedAssociationLetters, { ...letter, id })
}

/** Attempts after which the queue gives a mail up. */
const mostAttempts = 20

const lettersOf = (db: Db, associationId: number) =>
  db
    .selectFrom('associationLetters')
    .leftJoin('mails', 'mails.id', 'associationLetters.mailId')
    .selectAll('associationLetters')
    .select('mails.attempts')
    .where('associationLetters.associationId', '=', associationId)

type Row = NonNullable<Awaited<ReturnType<ReturnType<typeof lettersOf>['executeTakeFirst']>>>

async function open(vault: Vault, row: Row) {
  const opened = await unlessDamaged(openSealed(vault, sealedAssociationLetters, row.id, { recipient: row.recipient }))
  const hasFailed = row.failedAt !== null || (row.attempts ?? 0) >= mostAttempts
  const state = row.sentAt !== null ? ('sent' as const) : hasFailed ? ('failed' as const) : ('queued' as const)
  return {
    ...{ id: row.id, kind: row.kind, at: row.at, isCertified: row.isCertified, state },
    recipient: opened?.recipient ?? '⚠',
    sentAt: row.sentAt ?? undefined,
  }
}

/** Pages of the letters to an association, newest first. */
export const listLetters = defineList({
  order: byId('associationLetters.id'),
  rows: (db: Db, { associationId }: { readonly associationId: number; readonly vault: Vault }) =>
    lettersOf(db, associationId),
  open: (row, { vault }) => open(vault, row),
})
