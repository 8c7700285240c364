import type { AssociationLetter, LetterKind } from '@portal/contract'
import { byId, defineList } from '#platform/database/list.ts'
import { nextId } from '#platform/database/new-rows.ts'
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

const letters = (db: Db) => db.selectFrom('associationLetters').selectAll('associationLetters')

type Row = NonNullable<Awaited<ReturnType<ReturnType<typeof letters>['executeTakeFirst']>>>

/** What became of a letter. It failed where its mail came back later, or was given up. */
function stateOf({ sentAt, failedAt, deliveryState }: Row): AssociationLetter['state'] {
  if (failedAt !== null) return 'failed'
  if (deliveryState === 'delivered') return 'delivered'
  return sentAt === null ? 'queued' : 'sent'
}

async function open(vault: Vault, row: Row): Promise<AssociationLetter> {
  const opened = await unlessDamaged(openSealed(vault, sealedAssociationLetters, row.id, row))
  return {
    id: row.id,
    kind: row.kind,
    at: row.at,
    isCertified: row.isCertified,
    state: stateOf(row),
    recipient: opened?.recipient ?? '⚠',
    sentAt: row.sentAt ?? undefined,
    failure: (row.failedAt && row.deliveryReason) ?? undefined,
    deliveredAt: (row.deliveryState === 'delivered' && row.deliveryAt) || undefined,
  }
}

/** Pages of the letters to an association, newest first. */
export const listLetters = defineList({
  order: byId('associationLetters.id'),
  rows: (db: Db, { associationId }: { readonly associationId: number; readonly vault: Vault }) =>
    letters(db).where('associationLetters.associationId', '=', associationId),
  open: (row, { vault }) => open(vault, row),
})

/** A letter with its association; undefined for an unknown id. */
export async function findLetter(db: Db, vault: Vault, id: number) {
  const row = await letters(db).where('associationLetters.id', '=', id).executeTakeFirst()
  return row && { associationId: row.associationId, isSent: row.sentAt !== null, letter: await open(vault, row) }
}

/** Stores when somebody noted that a letter came back; null takes the note back. */
export const storeReturn = (tx: Db, id: number, at: Date | null) =>
  tx.updateTable('associationLetters').set({ failedAt: at }).where('id', '=', id).execute()
