import { type AssociationValues, associationForm, withoutHidden } from '@portal/contract'
import { sql } from 'kysely'
import { nextRows } from '#platform/database/page.ts'
import type { CertificateFacts } from '#platform/database/tables/association.tables.ts'
import type { Db } from '#platform/database/transaction.ts'
import { genuineRows } from '#platform/protection/claims.ts'
import type { Vault } from '#platform/protection/vault.ts'
import { type Membership, memberships } from '#platform/session/memberships.ts'
import { sealedAssociations } from './record/sealed-associations.ts'

// What only an office that moves in or out reads and writes of the register: without the association of demonstrations, which every
// demonstration has.
const isNoDemo = sql<boolean>`not is_demo`
const isOfOffice = sql<boolean>`association_id not in (select id from associations where is_demo)`

/** The values that the form shows. */
export const shownValues = (values: AssociationValues): AssociationValues => withoutHidden(associationForm, values)

/** A number of a request in its year. */
export interface RequestNumber {
  readonly year: number
  readonly place: number
}

/** Raises the counters of requests to these numbers. */
export async function raiseRequestPlaces(tx: Db, numbers: readonly RequestNumber[]): Promise<void> {
  await sql`
    insert into association_request_numbers as counters (year, last_place)
    select year, max(place) from unnest(${numbers.map(({ year }) => year)}::int[], ${numbers.map(({ place }) => place)}::int[])
      as given (year, place)
    group by year order by year
    on conflict (year) do update set last_place = greatest(counters.last_place, excluded.last_place)`.execute(tx)
}

/** What of some associations the register has already, each as a text: numbers of requests and enrolments, codes of certificates. */
export async function listTakenNumbers(
  db: Db,
  given: {
    readonly requests: readonly RequestNumber[]
    readonly enrolments: readonly number[]
    readonly codes: readonly string[]
  },
): Promise<ReadonlySet<string>> {
  const { requests, enrolments, codes } = given
  const { rows } = await sql<{ taken: string }>`
    select request_year || '/' || request_place as taken from associations
      join unnest(${requests.map(({ year }) => year)}::int[], ${requests.map(({ place }) => place)}::int[]) as given (year, place)
        on request_year = given.year and request_place = given.place
    union all
    select enrolment_number::text from associations where enrolment_number = any(${[...enrolments]}::int[])
    union all
    select code from association_certificates where code = any(${[...codes]}::text[])`.execute(db)
  return new Set(rows.map(({ taken }) => taken))
}

/** The VAT numbers and tax codes among some that a request or an enrolment has, unless it is rejected or removed. */
export async function listCurrentNumbers(
  db: Db,
  vault: Vault,
  numbers: readonly string[],
): Promise<ReadonlySet<string>> {
  const numberOf = new Map(
    numbers.flatMap((number) =>
      vault.uniqueTokens(sealedAssociations, 'number', number).map((token) => [token, number] as const),
    ),
  )
  if (numberOf.size === 0) return new Set()
  const { rows } = await sql<{ token: string }>`
    select number_token::text as token from associations
    where number_token = any(${`{${[...numberOf.keys()].join()}}`}::bigint[]) and status not in ('removed', 'rejected')`.execute(
    db,
  )
  return new Set(rows.map(({ token }) => numberOf.get(token) ?? ''))
}

/** The associations after an id, sealed. */
export const listAssociationsAfter = (db: Db, after: number, limit: number) =>
  nextRows(db.selectFrom('associations').selectAll(), isNoDemo, after, limit)

/** The certificates that were issued to associations, the oldest first. */
export function listCertificates(db: Db, associationIds: readonly number[]) {
  return db
    .selectFrom('associationCertificates')
    .selectAll()
    .where(sql<boolean>`association_id = any(${`{${associationIds.join()}}`}::int[])`)
    .orderBy('issuedAt')
    .orderBy('code')
    .execute()
}

interface MovedCertificate {
  readonly code: string
  readonly associationId: number
  readonly issuedAt: Date
  readonly facts?: CertificateFacts | undefined
}

export async function insertCertificates(tx: Db, certificates: readonly MovedCertificate[]): Promise<void> {
  if (certificates.length === 0) return
  const rows = certificates.map(({ facts, ...row }) => ({ ...row, ...(facts && { facts: JSON.stringify(facts) }) }))
  await tx.insertInto('associationCertificates').values(rows).execute()
}

/** The people of associations after an id of their rows, without those that the portal did not write. */
export async function listMembersAfter(
  db: Db,
  vault: Vault,
  after: number,
  limit: number,
): Promise<(Membership & { readonly id: number })[]> {
  const rows = await nextRows(db.selectFrom('associationPeople').selectAll(), isOfOffice, after, limit)
  const genuine = await genuineRows(vault, memberships, rows, ({ id }) => id)
  const last = rows.at(-1)?.id
  return genuine.length === 0 && last !== undefined ? listMembersAfter(db, vault, last, limit) : genuine
}

/** The events of associations after an id, sealed. */
export const listEventsOfAll = (db: Db, after: number, limit: number) =>
  nextRows(db.selectFrom('associationEvents').selectAll(), isOfOffice, after, limit)

/** The last place in the history of each association. */
export async function listLastPlaces(db: Db, associationIds: readonly number[]): Promise<Map<number, number>> {
  const { rows } = await sql<{ id: number; place: number }>`
    select association_id as id, max(place) as place from association_events
    where association_id = any(${`{${[...new Set(associationIds)].join()}}`}::int[]) group by association_id`.execute(
    db,
  )
  return new Map(rows.map(({ id, place }) => [id, place]))
}

/** The letters to associations after an id, sealed. */
export const listLettersOfAll = (db: Db, after: number, limit: number) =>
  nextRows(db.selectFrom('associationLetters').selectAll(), isOfOffice, after, limit)

/** The number of open proposals of each association: one or none. */
export async function countProposals(db: Db, associationIds: readonly number[]): Promise<Map<number, number>> {
  if (associationIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('associations')
    .select('id')
    .where('id', 'in', [...associationIds])
    .where('proposal', 'is not', null)
    .execute()
  return new Map(rows.map(({ id }) => [id, 1]))
}

/** The associations after an id with an open proposal, sealed. */
export const listProposing = (db: Db, after: number, limit: number) =>
  nextRows(db.selectFrom('associations').selectAll().where('proposal', 'is not', null), isNoDemo, after, limit)
