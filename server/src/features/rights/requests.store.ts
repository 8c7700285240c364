import { decidableStatuses, type RightsFilters, type RightsKind, type RightsStatus } from '@portal/contract'
import { sql, type Updateable } from 'kysely'
import { byId, defineList } from '#platform/database/list.ts'
import { nextId } from '#platform/database/new-rows.ts'
import type { Tables } from '#platform/database/tables.ts'
import type { Db } from '#platform/database/transaction.ts'
import { type ClaimsTable, isGenuine } from '#platform/protection/claims.ts'
import {
  emptySealed,
  insertSealed,
  openSealed,
  openUndamaged,
  updateSealed,
  withoutNulls,
} from '#platform/protection/sealed-rows.ts'
import { sealedTable } from '#platform/protection/sealed-table.ts'
import { unlessDamaged, type Vault } from '#platform/protection/vault.ts'
import type { Subject } from './subject.ts'

interface NewRequest extends Subject {
  readonly kind: RightsKind
  readonly reason: string
  readonly requestedBy: number
  readonly requestedAt: Date
}

export async function insertRequest(tx: Db, vault: Vault, request: NewRequest): Promise<number> {
  const id = await nextId(tx, 'rights_requests')
  const claims = rightsRequests.claimsOf({ ...request, status: 'waiting', decidedBy: null, caseIds: [] })
  await insertSealed(tx, vault, sealedRequests, { ...request, id, claims })
  return id
}

/** Requests with the cases that an approval covers. */
const allRequests = (db: Db) =>
  db
    .selectFrom('rightsRequests')
    .selectAll()
    .select((eb) =>
      eb
        .selectFrom('rightsRequestCases')
        .whereRef('requestId', '=', 'rightsRequests.id')
        .select(sql<number[]>`coalesce(array_agg(case_id order by case_id), '{}')`.as('ids'))
        .$asScalar()
        .$notNull()
        .as('caseIds'),
    )

/** A request that the portal wrote. */
export async function findRequest(db: Db, vault: Vault, id: number) {
  const row = await allRequests(db).where('id', '=', id).executeTakeFirst()
  if (!row || !(await isGenuine(vault, rightsRequests, id, row))) return undefined
  return openSealed(vault, sealedRequests, id, row)
}
export type StoredRequest = NonNullable<Awaited<ReturnType<typeof findRequest>>>

/** The subject of a request; empty once the request is pseudonymised. */
export const subjectOf = ({ taxCode, reportCode }: Pick<StoredRequest, 'taxCode' | 'reportCode'>): Subject => ({
  taxCode: taxCode ?? undefined,
  reportCode: reportCode ?? undefined,
})

/** Locks a request until the transaction ends; returns its status. */
export const lockRequest = async (tx: Db, id: number): Promise<RightsStatus | undefined> =>
  (await tx.selectFrom('rightsRequests').select('status').where('id', '=', id).forUpdate().executeTakeFirst())?.status

/** A query for requests; `requestedBy` undefined means the requests of all users. */
export interface RequestQuery {
  readonly requestedBy: number | undefined
  readonly filters: RightsFilters | undefined
  /** The user whom the filter `isDecidable` refers to. */
  readonly askerId: number
  readonly vault: Vault
}

function matching(db: Db, { requestedBy, filters, askerId }: RequestQuery) {
  let query = allRequests(db)
  if (requestedBy !== undefined) query = query.where('requestedBy', '=', requestedBy)
  if (filters?.statuses?.length) query = query.where('status', 'in', filters.statuses)
  if (filters?.kinds?.length) query = query.where('kind', 'in', filters.kinds)
  if (filters?.isDecidable) query = query.where('status', 'in', decidableStatuses).where('requestedBy', '<>', askerId)
  return query
}

/** Number of requests that a user with the permission to decide may decide. */
export const countDecidable = (userId: number) =>
  sql<number>`(select count(*)::int from rights_requests where status = any(${[...decidableStatuses]}::text[]) and requested_by <> ${userId})`

/** Pages of requests, newest first. */
export const listRequests = defineList({
  order: byId('rightsRequests.id', 'r-'),
  rows: matching,
  open: (row, { vault }) => openForList(vault, row),
})

type SealedRow = NonNullable<Awaited<ReturnType<ReturnType<typeof allRequests>['executeTakeFirst']>>>

/** Decrypts a row; one that is damaged or not of the portal keeps only its clear columns, so that the list does not fail. */
async function openForList(vault: Vault, row: SealedRow): Promise<StoredRequest> {
  const blank = { taxCode: null, reportCode: null, reason: null, decisionReason: null, claims: null }
  const opened = (await isGenuine(vault, rightsRequests, row.id, row))
    ? await unlessDamaged(openSealed(vault, sealedRequests, row.id, row))
    : undefined
  return opened ?? { ...row, ...blank }
}

interface Decision {
  readonly status: 'approved' | 'refused'
  readonly decidedBy: number
  readonly decidedAt: Date
  readonly decisionReason: string
  /** The cases that an approval covers; those of an earlier approval stay where it is absent. */
  readonly caseIds?: readonly number[]
}

/** Writes a decision on a locked request. Sealing covers the whole row, so `request` must be the decrypted row. */
export async function decideRequest(tx: Db, vault: Vault, request: StoredRequest, decision: Decision): Promise<void> {
  const { caseIds, status, decidedBy, decidedAt } = decision
  if (caseIds) await coverCases(tx, request.id, caseIds)
  const decided = { ...request, ...decision, caseIds: caseIds ?? request.caseIds }
  const plain = { ...withoutNulls(decided), claims: rightsRequests.claimsOf(decided) }
  await updateSealed(tx, vault, sealedRequests, request.id, plain, { status, decidedBy, decidedAt }).execute()
}

async function coverCases(tx: Db, requestId: number, caseIds: readonly number[]): Promise<void> {
  await tx.deleteFrom('rightsRequestCases').where('requestId', '=', requestId).execute()
  const rows = caseIds.map((caseId) => ({ requestId, caseId }))
  if (rows.length > 0) await tx.insertInto('rightsRequestCases').values(rows).execute()
}

type Count = 'reports' | 'users' | 'mails' | 'auditEntries'

/** Adds to a count of a request, in the transaction of the counted change. */
export const addToCount = (tx: Db, id: number, count: Count, number: number) =>
  tx
    .updateTable('rightsRequests')
    .set((eb) => ({ [count]: eb(count, '+', number) }))
    .where('id', '=', id)
    .execute()

interface Ending {
  readonly finishedAt: Date
  readonly counts?: Partial<Record<Count, number>>
}

/** Ends an approved request as done. */
export const finishRequest = (tx: Db, id: number, { counts, finishedAt }: Ending) =>
  endApproved(tx, id, { status: 'done', finishedAt, ...counts })

/** Ends an approved request that could not be carried out. */
export const failRequest = (tx: Db, id: number) => endApproved(tx, id, { status: 'failed' })

const endApproved = (tx: Db, id: number, ending: Updateable<Tables['rightsRequests']>) =>
  tx.updateTable('rightsRequests').set(ending).where('id', '=', id).where('status', '=', 'approved').execute()

/** Final statuses of a request, unless it is approved again. */
export const endedStatuses = ['refused', 'done', 'failed'] as const satisfies readonly RightsStatus[]

/** The other requests about a person, of some or all statuses: those with the same codes, and those whose cases are all among `caseIds`. */
export async function listOthers(
  db: Db,
  vault: Vault,
  own: StoredRequest,
  { caseIds, statuses }: { caseIds: readonly number[]; statuses?: readonly RightsStatus[] },
) {
  const rows = await db
    .selectFrom('rightsRequests')
    .select(['id', 'kind', 'status', 'requestedAt', 'taxCode', 'reportCode'])
    .select((eb) =>
      eb
        .selectFrom('rightsRequestCases')
        .whereRef('requestId', '=', 'rightsRequests.id')
        .select(sql<boolean | null>`bool_and(case_id = any(${caseIds}::integer[]))`.as('all'))
        .as('isWithin'),
    )
    .where('id', '<>', own.id)
    .$if(statuses !== undefined, (query) => query.where('status', 'in', statuses ?? []))
    .orderBy('id')
    .execute()
  const opened = await openUndamaged(vault, sealedRequests, rows)
  const isSame = (value: unknown, other: unknown) => value !== null && value === other
  return opened.filter(
    (row) => row.isWithin || isSame(row.taxCode, own.taxCode) || isSame(row.reportCode, own.reportCode),
  )
}

/** Ids of the requests whose approval covers any of these cases. */
export async function listRequestsWith(db: Db, caseIds: readonly number[]): Promise<number[]> {
  if (caseIds.length === 0) return []
  const rows = await db
    .selectFrom('rightsRequestCases')
    .select('requestId')
    .distinct()
    .where('caseId', 'in', caseIds)
    .execute()
  return rows.map(({ requestId }) => requestId)
}

export const forgetRequest = (tx: Db, id: number) => emptySealed(tx, sealedRequests, id)

/** The encrypted values of a request for export or erasure. */
export interface SealedRequest {
  /** Tax code or VAT number. */
  taxCode?: string | undefined
  reportCode?: string | undefined
  reason: string
  decisionReason: string
  claims: RequestClaims | null
}

/** Who entered a request and who decided on it, what an approval allows, and for which cases. */
export interface RequestClaims {
  readonly kind: RightsKind
  readonly requestedBy: number
  readonly decidedBy: number | null
  readonly isApproved: boolean
  /** Sorted. */
  readonly caseIds: readonly number[]
}

export const sealedRequests = sealedTable<SealedRequest>()({
  table: 'rightsRequests',
  key: 'id',
  sealed: ['taxCode', 'reportCode', 'reason', 'decisionReason', 'claims'],
  decisive: ['claims'],
  ends: { byRule: 'decidedRequests' },
})

const approvedStatuses: readonly RightsStatus[] = ['approved', 'done', 'failed']

interface DecidedRequest extends Omit<RequestClaims, 'isApproved'> {
  readonly status: RightsStatus
}

export const rightsRequests: ClaimsTable<SealedRequest, DecidedRequest> = {
  sealed: sealedRequests,
  claimsOf: ({ kind, status, requestedBy, decidedBy, caseIds }) => ({
    kind,
    requestedBy,
    decidedBy,
    isApproved: approvedStatuses.includes(status),
    caseIds: caseIds.toSorted((one, other) => one - other),
  }),
}

/** Locks and returns the requests without a seal. */
export const unsignedRequests = (tx: Db) =>
  allRequests(tx).where('claims', 'is', null).forUpdate('rightsRequests').execute()
