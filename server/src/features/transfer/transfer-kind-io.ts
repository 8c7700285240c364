import type { DeliveryReason, DeliveryState, FieldError, Form, TransferHead, TransferKindName } from '@portal/contract'
import { sql } from 'kysely'
import type { Scanner } from '#platform/attachments/scanner.ts'
import type { Clock } from '#platform/clock.ts'
import type { Db } from '#platform/database/transaction.ts'
import type { Files } from '#platform/files/files.ts'
import { mailIdentityOf } from '#platform/mail/deliveries.store.ts'
import type { Vault } from '#platform/protection/vault.ts'
import type { ReadTexts } from './folder.ts'
import type { JudgeLines } from './judged-groups.ts'

/** What import and export need of the portal. */
export interface TransferNeeds {
  readonly db: Db
  readonly vault: Vault
  readonly clock: Clock
  readonly files: Pick<Files, 'open'>
  readonly scanner: Pick<Scanner, 'keepOwn'>
  readonly readTexts: ReadTexts
  readonly judgeLines: JudgeLines
  readonly reference: {
    /** The errors of the choices of each record, in which retired entries may be. */
    errorsOfMany(form: Pick<Form, 'fields'>, records: readonly object[], from: Db): Promise<FieldError[][]>
  }
}

/** The records that a record refers to, by the names of the members of its head. */
export type Links = Readonly<Record<string, number | readonly number[] | undefined>>

/** A record of the format that is or becomes a row of ours. */
export interface LinkedRecord<K extends TransferKindName> {
  readonly id: number
  readonly head: TransferHead<K>
  readonly values: Readonly<Record<string, unknown>>
  readonly links: Links
}

/** A record that is read from the portal: the exporter adds its key and the keys that it refers to. */
export type StoredRecord<K extends TransferKindName> = Omit<LinkedRecord<K>, 'head'> & {
  readonly facts: Partial<TransferHead<K>>
  /** The file whose bytes belong to the record. */
  readonly fileId?: string
}

/** A record that is to be imported, before it has an id. */
export type NewRecord<K extends TransferKindName> = Pick<LinkedRecord<K>, 'head' | 'values'>

/** Who imports, and when. */
export interface Importer {
  readonly userId: number
  readonly at: Date
}

/** The maximum number of records of a kind for each record of another kind. */
export interface RecordLimit<K extends TransferKindName> {
  readonly most: number
  readonly error: FieldError
  readonly of: TransferKindName
  /** The key of the other record; undefined for a record that does not count. */
  readonly keyOf: (record: NewRecord<K>) => string | undefined
  /** How many the portal has, by the ids of the other records. */
  readonly count: (db: Db, ids: readonly number[]) => Promise<ReadonlyMap<number, number>>
}

/** Both directions of a kind: how its records become rows, and rows records. */
export interface KindIo<K extends TransferKindName> {
  /** The table whose sequence numbers the rows. */
  readonly table: string
  /** The member of the head that names the row which the record is a part of, where it has no row of its own. */
  readonly partOf?: string
  /** The id of a record that the office has already, without a key of the old system. */
  readonly findExisting?: (needs: TransferNeeds, db: Db, record: NewRecord<K>) => Promise<number | undefined>
  /** What of a record only one row may have, as texts: two records of a folder with one of them are an error at its path. */
  readonly uniqueOf?: (record: NewRecord<K>) => readonly (FieldError & { readonly value: string })[]
  /** What speaks against records beside what they say themselves: a list of errors for each. */
  readonly errorsOf?: (
    needs: TransferNeeds,
    db: Db,
    records: readonly NewRecord<K>[],
    folder: string,
  ) => Promise<FieldError[][]>
  /** What speaks against records that were imported before: a list of errors for each. */
  readonly errorsOfKnown?: (
    needs: TransferNeeds,
    db: Db,
    records: readonly (NewRecord<K> & { readonly id: number })[],
    folder: string,
  ) => Promise<FieldError[][]>
  /** How many records of the kind another record may have. */
  readonly limit?: RecordLimit<K>
  readonly write: (needs: TransferNeeds, tx: Db, records: readonly LinkedRecord<K>[], by: Importer) => Promise<void>
  /** The next records after an id, in the order of ids. */
  readonly read: (needs: TransferNeeds, db: Db, after: number, limit: number) => Promise<StoredRecord<K>[]>
}

/** An id of one record that the head must name. */
export function linkOf(links: Links, name: string): number {
  const id = links[name]
  if (typeof id !== 'number') throw new Error(`A record of the transfer lacks the link ${name}.`)
  return id
}

/** The ids of records that a member of the head lists. */
export function linksOf(links: Links, name: string): readonly number[] {
  const ids = links[name]
  return typeof ids === 'object' ? ids : []
}

/** An id of one record that the head may name. */
export const optionalLink = (links: Links, name: string): number | null => {
  const id = links[name]
  return typeof id === 'number' ? id : null
}

/** Of rows that stay without their text once it is erased: whether they have it. */
export const isWritten = sql<boolean>`text is not null`

interface MailMembers {
  readonly mailIdentity?: string | undefined
  readonly mailedAt?: Date | undefined
  readonly deliveryState?: DeliveryState | undefined
  readonly deliveryReason?: DeliveryReason | undefined
  readonly deliveryAt?: Date | undefined
}

/** What a head says of the mail of a message or a letter, as columns. */
export const mailColumnsOf = (head: MailMembers) => ({
  mailIdentity: head.mailIdentity === undefined ? undefined : mailIdentityOf(head.mailIdentity),
  mailedAt: head.mailedAt ?? null,
  deliveryState: head.deliveryState ?? null,
  deliveryReason: head.deliveryReason ?? null,
  deliveryAt: head.deliveryAt ?? null,
})

/** The same as members of a head. */
export const mailMembersOf = (row: { readonly [K in keyof MailMembers]: MailMembers[K] | null }) => ({
  mailIdentity: row.mailIdentity ?? undefined,
  mailedAt: row.mailedAt ?? undefined,
  deliveryState: row.deliveryState ?? undefined,
  deliveryReason: row.deliveryReason ?? undefined,
  deliveryAt: row.deliveryAt ?? undefined,
})
