import type { AssociationFieldChange, AssociationStatus, AssociationValues } from '@portal/contract'
import { sql } from 'kysely'
import { nextId, nextIds } from '#platform/database/new-rows.ts'
import type { CertificateFacts } from '#platform/database/tables/association.tables.ts'
import type { Db } from '#platform/database/transaction.ts'
import {
  insertSealed,
  insertSealedRows,
  openSealed,
  sealRows,
  updateSealed,
  writeTokens,
} from '#platform/protection/sealed-rows.ts'
import { unlessDamaged, type Vault } from '#platform/protection/vault.ts'
import { listMemberships, type Membership, memberships, sealedMemberships } from '#platform/session/memberships.ts'
import type { Move } from '../association-moves.rules.ts'
import { groundIdsOf, subGroundIdsOf, withoutDocuments } from '../associations.rules.ts'
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

/** The row of an association. */
export const rowOf = (db: Db, id: number) => db.selectFrom('associations').where('associations.id', '=', id)

export async function findAssociation(db: Db, vault: Vault, id: number): Promise<StoredAssociation | undefined> {
  const row = await rowOf(db, id).selectAll('associations').executeTakeFirst()
  return row && openAssociation(vault, row)
}

/** Locks the row of an association until the transaction ends. */
export const lockRow = (tx: Db, id: number) => rowOf(tx, id).select('associations.id').forUpdate().executeTakeFirst()

/** Serialises applications, so that the search for their number holds until the transaction ends. */
export const lockNumbers = (tx: Db) => sql`select pg_advisory_xact_lock(hashtext('association numbers'))`.execute(tx)

const withNumber = (db: Db, vault: Vault, number: string) =>
  rows(db).where('numberToken', 'in', vault.uniqueTokens(sealedAssociations, 'number', number))

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
  const ids = (await listMemberships(db, vault, { userId })).map((membership) => membership.associationId)
  if (ids.length === 0) return false
  const row = await db
    .selectFrom('associations')
    .select('id')
    .where('id', 'in', ids)
    .where('numberToken', 'in', vault.uniqueTokens(sealedAssociations, 'number', number))
    .$if(associationId !== undefined, (query) => query.where('id', '=', associationId ?? 0))
    .executeTakeFirst()
  return row !== undefined
}

/** The records of a number, oldest first, with what decides whether it may apply. It opens none of them. */
export const listStatusesOf = (db: Db, vault: Vault, number: string) =>
  db
    .selectFrom('associations')
    .select(['status', 'origin'])
    .where('numberToken', 'in', vault.uniqueTokens(sealedAssociations, 'number', number))
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
  number: values.number,
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
  cityId: values.seatCity ?? null,
  subGroundIds: subGroundIdsOf(values),
})

/** All columns that follow from the values of the form. */
export const columnsOfValues = (values: AssociationValues) => ({ ...clearOf(values), ...sealedOf(values) })

/** Fills the columns of rows from before that the public register is searched by; returns how many, at most `atOnce`. */
export async function fillPlaces(tx: Db, vault: Vault, atOnce: number): Promise<number> {
  const found = await rows(tx)
    .where('subGroundIds', 'is', null)
    .where('content', 'is not', null)
    .orderBy('id')
    .limit(atOnce)
    .forUpdate()
    .skipLocked()
    .execute()
  for (const row of found) {
    const opened = await unlessDamaged(openAssociation(vault, row))
    const { cityId, subGroundIds } = clearOf(opened?.values ?? {})
    await tx.updateTable('associations').set({ cityId, subGroundIds }).where('id', '=', row.id).execute()
  }
  return found.length
}

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
  await insertSealed(tx, vault, sealedAssociations, { ...row, ...clearOf(values), ...sealedOf(values), id })
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
  const columns = { ...clear, ...move, version: sql<number>`version + 1` }
  await updateSealed(tx, vault, sealedAssociations, row.id, plain, columns).execute()
  await writeTokens(tx, vault, sealedAssociations, row.id, { ...clear, ...plain })
}

/** Writes a move that changes nothing that people edit, and so no version: a form that is open may still be sent. */
export const moveAssociation = (tx: Db, id: number, move: Move & Pick<AssociationUpdate, 'statusSince'>) =>
  tx.updateTable('associations').set(move).where('id', '=', id).execute()

/** A position of a person who may act for an association. */
export type AssociationMember = Omit<Membership, 'associationId'>

/** Replaces the people who may act for an association. */
export async function replaceMembers(
  tx: Db,
  vault: Vault,
  associationId: number,
  members: readonly AssociationMember[],
): Promise<void> {
  await tx.deleteFrom('associationPeople').where('associationId', '=', associationId).execute()
  const ids = await nextIds(tx, 'association_people', members.length)
  const rows = members.map((member, index) => {
    const row = { associationId, userId: member.userId, position: member.position }
    return { ...row, id: ids[index] ?? 0, claims: memberships.claimsOf(row) }
  })
  await insertSealedRows(tx, sealRows(vault, sealedMemberships, rows))
}

/** The people who may act for an association. */
export const listMembers = (db: Db, vault: Vault, associationId: number): Promise<AssociationMember[]> =>
  listMemberships(db, vault, { associationId })

export const isMember = async (db: Db, vault: Vault, associationId: number, userId: number): Promise<boolean> =>
  (await listMemberships(db, vault, { associationId, userId })).length > 0

/** Associations for which a user may act, by name, at most 100. */
export async function listOfMember(db: Db, vault: Vault, userId: number): Promise<StoredAssociation[]> {
  const ids = (await listMemberships(db, vault, { userId })).map(({ associationId }) => associationId)
  if (ids.length === 0) return []
  const found = await rows(db).where('associations.id', 'in', ids).orderBy('name').limit(100).execute()
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

/** Keeps what a certificate says before another takes its place: the facts of the public register. */
export const keepCertificate = (
  tx: Db,
  code: string,
  { name, regionId, enrolledOn, renewedOn, expiresOn }: CertificateFacts,
) =>
  tx
    .updateTable('associationCertificates')
    .set({ facts: JSON.stringify({ name, regionId, enrolledOn, renewedOn, expiresOn }) })
    .where('code', '=', code)
    .execute()

/** The ids of the associations that have a token of each group. */
export const idsWithTokens = (groups: readonly (readonly string[])[]) =>
  sql`select association_ids_with(${groups.map((group) => `{${group.join()}}`)}::text[])`

/** Whether an association has a token of each group. */
export const hasTokens = (groups: readonly (readonly string[])[]) =>
  sql<boolean>`associations.id in (${idsWithTokens(groups)})`
