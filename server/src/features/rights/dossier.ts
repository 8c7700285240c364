import type { Readable } from 'node:stream'
import type { CaseStatus, CaseValues, NewCallRequest } from '@portal/contract'
import { reportCode } from '@portal/contract'
import { sealedMessages } from '#features/case-messages/index.ts'
import { valuesOf } from '#features/cases/index.ts'
import { sealedReports } from '#features/reports/index.ts'
import type { Db } from '#platform/database/transaction.ts'
import { listRowsOfCases, openSealed } from '#platform/protection/sealed-rows.ts'
import type { AnySealedTable } from '#platform/protection/sealed-table.ts'
import { sealedUsers } from '#platform/session/sealed-users.ts'
import { listHistory, listMailsTo } from './dossier.store.ts'
import { type Relation, valuesFor } from './relations.rules.ts'
import { listOthers, type StoredRequest } from './requests.store.ts'
import { listCasesById, listRecords, listUsers, registryKindOf } from './subject.store.ts'
import { anyTable, type Found, type Search } from './subject.ts'

type Values = Readonly<Record<string, unknown>>

/** A message, or a request to be called. */
interface DossierMessage {
  readonly isFromOffice: boolean
  readonly sentAt: Date
  readonly text: string
  readonly call?: NewCallRequest
}

/** The data of a case that a person gets, by their relations to it. */
export interface CaseDossier {
  readonly relations: readonly Relation[]
  readonly head: {
    readonly id: number
    readonly code: string
    readonly status: CaseStatus
    readonly channelId: number
    readonly createdAt: Date
    readonly closedAt: Date | null
  }
  readonly values: CaseValues
  /** For the reporter only, like the age band. */
  readonly receivedAt: Date | undefined
  readonly ageBand: string | undefined
  /** The messages between reporter and office; for the reporter only. */
  readonly messages: readonly DossierMessage[]
  readonly history: Awaited<ReturnType<typeof listHistory>>
}

export interface FoundWithFiles extends Found {
  /** The relations of the person to each case. */
  readonly relations: ReadonlyMap<number, readonly Relation[]>
  readonly files: readonly DossierFile[]
}

export type Dossier = ReturnType<typeof openDossier>

/** Columns that are not about the person: the key of the row, and the digest of the PIN. */
const technical = ['keyId', 'pinHash', 'authority']

const filled = (row: object, omitted: readonly string[]): Values =>
  Object.fromEntries(Object.entries(row).filter(([key, value]) => value !== null && !omitted.includes(key)))

const openRow = async ({ vault }: Search, table: AnySealedTable, row: Values) =>
  filled(await openSealed(vault, anyTable(table), row[table.key] as number, row), [
    ...technical,
    ...Object.values(table.unique ?? {}),
  ])

async function rowsOf(search: Search, caseId: number, table: AnySealedTable, columns?: readonly string[]) {
  const rows = await listRowsOfCases(search.db, table, { withCase: 'caseId', ...(columns && { columns }) }, [caseId])
  return Promise.all(rows.map((row) => openRow(search, table, row)))
}

async function readCase(search: Search, caseId: number, roles: readonly Relation[]): Promise<CaseDossier | undefined> {
  const { db, productTag } = search
  const [row] = await listCasesById(db, [caseId])
  if (!row) return undefined
  const { id, status, channelId, createdAt, closedAt, protocolYear, protocolNumber } = row
  const isReporter = roles.includes('reporter')
  const [report = {}] = await rowsOf(search, caseId, sealedReports)
  const messages = isReporter ? await rowsOf(search, caseId, sealedMessages) : []
  return {
    relations: roles,
    head: { id, status, channelId, createdAt, closedAt, code: reportCode(productTag, protocolYear, protocolNumber) },
    values: valuesFor(valuesOf({ ...row, ...report }), roles),
    receivedAt: isReporter ? (report.receivedAt as Date) : undefined,
    ageBand: isReporter ? (report.ageBand as string | undefined) : undefined,
    messages: messages.map(({ text, sentAt, writtenBy, phone, callHours, onlyToReporter }) => ({
      text: String(text ?? ''),
      sentAt: sentAt as Date,
      isFromOffice: writtenBy !== undefined,
      ...(phone !== undefined && {
        call: {
          phone: String(phone),
          callHours: callHours as string | undefined,
          onlyToReporter: onlyToReporter === true,
        },
      }),
    })),
    history: await listHistory(db, caseId),
  }
}

/** The mail addresses of the reporter of a case. */
async function addressesOf(search: Search, caseId: number): Promise<string[]> {
  const [report = {}] = await rowsOf(search, caseId, sealedReports, ['email', 'organisationEmail'])
  return [report.email, report.organisationEmail].filter((address) => typeof address === 'string')
}

/** Streams all data of a person, by their relations to each case. */
export function openDossier(
  search: Search,
  request: StoredRequest,
  { caseIds, userIds, records, files, relations }: FoundWithFiles,
) {
  const { db, vault } = search
  const relationsTo = (caseId: number) => relations.get(caseId) ?? []

  return {
    request,
    caseIds,
    files,

    async *cases() {
      for (const caseId of caseIds) {
        const found = await readCase(search, caseId, relationsTo(caseId))
        if (found) yield found
      }
    },

    users: async (): Promise<Values[]> =>
      Promise.all((await listUsers(db, userIds)).map((row) => openRow(search, sealedUsers, { ...row }))),

    /** Their registry records, decrypted. */
    async *records() {
      for (const { table, ids } of records)
        for (const row of await listRecords(db, table, ids))
          yield { kind: registryKindOf(table), values: await openRow(search, table, row) }
    },

    async *mails() {
      for (const caseId of caseIds) {
        const addresses = relationsTo(caseId).includes('reporter') ? await addressesOf(search, caseId) : []
        yield* await listMailsTo(db, vault, caseId, addresses)
      }
    },

    requests: () => listOthers(db, vault, request, { caseIds }),
  }
}

/** A file of a case. */
interface AttachedFile {
  readonly id: string
  readonly name: string
  readonly size: number
  readonly digest: string
  /** The type of a document of the office; null for other files. */
  readonly documentTypeId: number | null
}

/** Reads the files of cases for an export. */
export interface AttachedFiles {
  listOf(db: Db, caseId: number): Promise<readonly AttachedFile[]>
  open(id: string): Promise<Readable>
}

export type DossierFile = Omit<AttachedFile, 'documentTypeId'> & {
  readonly caseId: number
  /** Its path in the archive. */
  readonly path: string
}

/** The files of these cases without documents of the office, each with a unique path in the archive. */
export async function listDossierFiles(
  db: Db,
  attachments: AttachedFiles,
  caseIds: readonly number[],
): Promise<DossierFile[]> {
  const files: DossierFile[] = []
  for (const caseId of caseIds) {
    const received = (await attachments.listOf(db, caseId)).filter(({ documentTypeId }) => documentTypeId === null)
    for (const [index, { id, name, size, digest }] of received.entries())
      files.push({ id, name, size, digest, caseId, path: `allegati/${caseId}/${index + 1}-${name}` })
  }
  return files
}
