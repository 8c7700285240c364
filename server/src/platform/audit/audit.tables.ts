import type { RecordKind, Role } from '@portal/contract'
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
  auditHead: AuditHeadTable
}
