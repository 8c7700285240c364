import type { PlainDate, RecordKind, Role } from '@portal/contract'
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { Sealed } from '../protection/sealed.ts'

export type Outcome = 'done' | 'refused'

/** Written as numbers; the driver reads lists of 64-bit numbers as text. */
type Ids = ColumnType<string[], readonly number[], never>

interface AuditEntryTable {
  id: GeneratedAlways<number>
  at: Date
  userId: number | null
  role: Role | null
  action: string
  outcome: Outcome
  recordKind: RecordKind | null
  recordIds: Ids
  requestId: string | null
  network: string | null
  changedFields: string[]
}

interface AuditPendingTable {
  entryId: number
  at: Date
}

interface AuditLinkTable {
  position: number
  entryAt: Date
  entryId: number
  digest: Buffer
}

interface AuditKeyTable {
  id: Generated<number>
  keyId: number | null
  privateKey: Sealed
  /** SubjectPublicKeyInfo. */
  publicKey: Buffer
  createdAt: Date
}

interface AuditSealTable {
  number: number
  upTo: number
  digest: Buffer
  signedAt: Date
  signedBy: number
  signature: Buffer
}

interface AuditArchiveTable {
  /** First day of the month, in UTC. */
  month: PlainDate
  entries: number
  /** Of the file. */
  sha256: Buffer
  archivedAt: Date
  /** The entry that says so. */
  entryId: number
}

interface AuditHeadTable {
  onlyOne: boolean
}

/** Tables of the audit log, for Kysely. */
export interface AuditTables {
  auditEntries: AuditEntryTable
  auditPending: AuditPendingTable
  auditLinks: AuditLinkTable
  auditKeys: AuditKeyTable
  auditSeals: AuditSealTable
  auditArchives: AuditArchiveTable
  auditHead: AuditHeadTable
}
