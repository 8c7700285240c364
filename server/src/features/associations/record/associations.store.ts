import {
  type AssociationFieldChange,
  type AssociationStatus,
  type AssociationValues,
  type MemberPosition,
  normalizeNumber,
} from '@portal/contract'
import { sql } from 'kysely'
import { nextId } from '#platform/database/new-rows.ts'
import type { Db } from '#platform/database/transaction.ts'
import { insertSealed, openSealed, writeTokens } from '#platform/protection/sealed-rows.ts'
import type { Vault } from '#platform/protection/vault.ts'
import { groundIdsOf, type Move, withoutDocuments } from '../associations.rules.ts'
import { type SealedAssociation, sealedAssociations } from './sealed-associations.ts'

const rows = (db: Db) => db.selectFrom('associations').selectAll('associations')
type Row = NonNullable<Awaited<ReturnType<ReturnType<typeof rows>['executeTakeFirst']>>>

/** Opens a row. A record from before the register has only its name. */
export async function openAssociation(vault: Vault, row: Row) {
  const opened = await openSealed(vault, sealedAssociations, row.id, row)
  const { content, ...rest } = opened
  return { ...rest, values: (content as AssociationValues | null) ?? { name: row.name } }
}
export type StoredAssociation = Awaited<ReturnType<typeof openAssociation>>

export async function findAssociation(db: Db, vault: Vault, id: number): Promise<StoredAssociation | undefined> {
  const row = await rows(db).where('id', '=', id).executeTakeFirst()
  return row && openAssociation(vault, row)
}

/** Locks the row of an association until the transaction ends. */
export const lockRow = (tx: Db, id: number) =>
  tx.selectFrom('associations').select('id').where('id', '=', id).forUpdate().executeTakeFirst()

/** Serialises applications, so that the search for their number holds until the transaction ends. */
export const lockNumbers = (tx: Db) => sql`select pg_advisory_xact_lock(hashtext('association numbers'))`.execute(tx)

const withNumber = (db: Db, vault: Vault, number: string) =>
  rows(db).where('numberToken', 'in', vault.uniqueTokens(sealedAssociations, 'number', normalizeNumber(number)))

const closedStatuses: readonly AssociationStatus[] = ['removed', 'rejected']
/** Whether a record leaves its number to a new application. */
export const isClosed = ({ status }: Pick<StoredAssociation, 'status'>): boolean => closedStatuses.includes(status)

/** The newest record with a number: the current one, before removed and rejected ones. */
export async function findByNumber(db: Db, vault: Vault, number: string): Promise<StoredAssociation | undefined> {
  const row = await withNumber(db, vault, number)
    .orderBy((eb) => eb.case().when('status', 'in', closedStatuses).then(1).else(0).end())
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && openAssociation(vault, row)
}

/** Whether a user acts for an association with a number, and with an id where one is given. */
export async function actsFor(
  db: Db,
  vault: Vault,
  member: { readonly userId: number; readonly number: string; readonly associationId: number | undefined },
): Promise<boolean> {
  const { userId, number, associationId } = member
  const row = await db
    .selectFrom('associationPeople')
    .innerJoin('associations', 'associations.id', 'associationPeople.associationId')
    .select('associations.id')
    .where('associationPeople.userId', '=', userId)
    .where('numberToken', 'in', vault.uniqueTokens(sealedAssociations, 'number', normalizeNumber(number)))
    .$if(associationId !== undefined, (query) => query.where('associations.id', '=', associationId ?? 0))
    .executeTakeFirst()
  return row !== undefined
}

/** The records of a number, oldest first, with what decides whether it may apply. It opens none of them. */
export const listStatusesOf = (db: Db, vault: Vault, number: string) =>
  db
    .selectFrom('associations')
    .select(['status', 'origin'])
    .where('numberToken', 'in', vault.uniqueTokens(sealedAssociations, 'number', normalizeNumber(number)))
    .orderBy('id')
    .execute()

/** The number of the next request in a year. */
export async function nextRequestPlace(tx: Db, year: number): Promise<number> {
  const { lastPlace } = await tx
    .insertInto('associationRequestNumbers')
    .values({ year, lastPlace: 1 })
    .onConflict((conflict) =>
      conflict.column('year').doUpdateSet({ lastPlace: sql`association_request_numbers.last_place + 1` }),
    )
    .returning('lastPlace')
    .executeTakeFirstOrThrow()
  return lastPlace
}

/** The number of the next enrolment. The caller's transaction holds the lock of the numbers. */
export async function nextEnrolmentNumber(tx: Db): Promise<number> {
  await lockNumbers(tx)
  const { last } = await tx
    .selectFrom('associations')
    .select(sql<number>`coalesce(max(enrolment_number), 0)::int`.as('last'))
    .executeTakeFirstOrThrow()
  return last + 1
}

/** The sealed values that follow from those of the form. */
const sealedOf = (values: AssociationValues): SealedAssociation => ({
  number: values.number && normalizeNumber(values.number),
  searchedName: values.name,
  representative:
    [values.representativeLastName, values.representativeFirstName].filter(Boolean).join(' ') || undefined,
  email: values.email,
  content: withoutDocuments(values),
})

/** The clear columns that follow from the values of the form, for lists and filters. */
const clearOf = (values: AssociationValues) => ({
  name: values.name ?? '',
  regionId: values.seatRegion ?? null,
  mainGroundId: values.mainGroundId ?? null,
  groundIds: groundIdsOf(values),
})

interface NewAssociation {
  readonly values: AssociationValues
  readonly status: AssociationStatus
  readonly language: Row['language']
  readonly requestYear: number
  readonly requestPlace: number
  readonly requestedAt: Date
  readonly statusSince: Date
  readonly previousId?: number | undefined
}

export async function insertAssociation(tx: Db, vault: Vault, { values, ...row }: NewAssociation): Promise<number> {
  const id = await nextId(tx, 'associations')
  await insertSealed(tx, vault, sealedAssociations, { ...row, ...clearOf(values), ...sealedOf(values), id } as never)
  return id
}

/** A change of a stored association. */
export interface AssociationUpdate extends Move {
  readonly values?: AssociationValues | undefined
  readonly missingItems?: string | null
  readonly proposal?: readonly AssociationFieldChange[] | null
  readonly proposedAt?: Date | null
  readonly proposedBy?: number | null
  readonly language?: Row['language']
  readonly requestedAt?: Date
  readonly decreeNumber?: string | null
  readonly checkedDocuments?: number[]
  readonly enrolmentNumber?: number
  readonly certificateCode?: string
  readonly certificateAt?: Date
  readonly statusSince?: Date
}

/** Writes a change and the next version. The sealed values of a row are sealed together, so `row` is the opened row. */
export async function updateAssociation(
  tx: Db,
  vault: Vault,
  row: StoredAssociation,
  {
    values = row.values,
    missingItems = row.missingItems,
    proposal = row.proposal,
    decreeNumber = row.decreeNumber,
    ...move
  }: AssociationUpdate,
): Promise<void> {
  const optional = {
    missingItems: missingItems ?? undefined,
    proposal: proposal ?? undefined,
    decreeNumber: decreeNumber ?? undefined,
  }
  const plain = { ...sealedOf(values), ...optional }
  const clear = clearOf(values)
  await tx
    .updateTable('associations')
    .set({ ...clear, ...move, ...vault.seal(sealedAssociations, row.id, plain), version: sql`version + 1` } as never)
    .where('id', '=', row.id)
    .execute()
  await writeTokens(tx, vault, sealedAssociations, row.id, { ...clear, ...plain })
}

/** Writes a move that changes nothing that people edit, and so no version: a form that is open may still be sent. */
export const moveAssociation = (tx: Db, id: number, move: Move & Pick<AssociationUpdate, 'statusSince'>) =>
  tx.updateTable('associations').set(move).where('id', '=', id).execute()

/** The people of an association who may act for it. */
export interface AssociationMember {
  readonly userId: number
  readonly position: MemberPosition
}

/** Replaces the people who may act for an association. */
export async function replaceMembers(
  tx: Db,
  associationId: number,
  members: readonly AssociationMember[],
): Promise<void> {
  await tx.deleteFrom('associationPeople').where('associationId', '=', associationId).execute()
  if (members.length > 0)
    await tx
      .insertInto('associationPeople')
      .values(members.map((member) => ({ ...member, associationId })))
      .execute()
}

/** The people who may act for an association. */
export const listMembers = (db: Db, associationId: number): Promise<AssociationMember[]> =>
  db
    .selectFrom('associationPeople')
    .select(['userId', 'position'])
    .where('associationId', '=', associationId)
    .orderBy('userId')
    .execute()

export const isMember = async (db: Db, associationId: number, userId: number): Promise<boolean> =>
  (await db
    .selectFrom('associationPeople')
    .select('userId')
    .where('associationId', '=', associationId)
    .where('userId', '=', userId)
    .executeTakeFirst()) !== undefined

/** Associations for which a user may act, by name, at most 100. */
export async function listOfMember(db: Db, vault: Vault, userId: number): Promise<StoredAssociation[]> {
  const found = await rows(db)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('associationPeople')
          .select('associationPeople.userId')
          .whereRef('associationPeople.associationId', '=', 'associations.id')
          .where('associationPeople.userId', '=', userId),
      ),
    )
    .orderBy('name')
    .limit(100)
    .execute()
  return Promise.all(found.map((row) => openAssociation(vault, row)))
}

/** Stores a certificate that was issued. */
export const insertCertificate = (
  tx: Db,
  associationId: number,
  {
    certificateCode: code,
    certificateAt: issuedAt,
  }: { readonly certificateCode: string; readonly certificateAt: Date },
) => tx.insertInto('associationCertificates').values({ code, associationId, issuedAt }).execute()

/** A link that a mail carries. */
interface NewLink {
  readonly secretHash: Buffer
  readonly associationId: number
  readonly madeAt: Date
  readonly until: Date
}

/** Stores a link; earlier ones of the association end. */
export async function insertLink(tx: Db, link: NewLink): Promise<void> {
  await endLinks(tx, link.associationId, link.madeAt)
  await tx.insertInto('associationLinks').values(link).execute()
}

export const endLinks = (tx: Db, associationId: number, usedAt: Date) =>
  tx
    .updateTable('associationLinks')
    .set({ usedAt })
    .where('associationId', '=', associationId)
    .where('usedAt', 'is', null)
    .execute()

/** Prolongs the open link of an association, whose term is extended. */
export const prolongLinks = (tx: Db, associationId: number, until: Date) =>
  tx
    .updateTable('associationLinks')
    .set({ until })
    .where('associationId', '=', associationId)
    .where('usedAt', 'is', null)
    .execute()

/** The association of a link that is neither used nor past. */
export async function findLinked(db: Db, secretHash: Buffer, now: Date): Promise<number | undefined> {
  const row = await db
    .selectFrom('associationLinks')
    .select('associationId')
    .where('secretHash', '=', secretHash)
    .where('usedAt', 'is', null)
    .where('until', '>', now)
    .executeTakeFirst()
  return row?.associationId
}

/** Whether an association has a token of each group. */
export const hasTokens = (groups: readonly (readonly string[])[]) =>
  sql<boolean>`associations.id in (select association_ids_with(${groups.map((group) => `{${group.join()}}`)}::text[]))`
