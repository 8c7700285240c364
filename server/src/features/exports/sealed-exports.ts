import type { FileFormat, FileKind, Role } from '@portal/contract'
import type { ClaimsTable } from '#platform/protection/claims.ts'
import { sealedTable } from '#platform/protection/sealed-table.ts'

/** What an export is about: the body of its start in wire format, as JSON; and whose it is. */
export interface SealedExport {
  readonly query: string
  readonly claims: ExportClaims | null
}

/** Who may fetch an export, in which role it reads, and the file that it became. */
interface ExportClaims {
  readonly ownerId: number | null
  readonly kind: FileKind
  readonly format: FileFormat
  readonly role: Role
  readonly fileId: string | null
}

export const sealedExports = sealedTable<SealedExport>()({
  table: 'exports',
  key: 'id',
  sealed: ['query', 'claims'],
  decisive: ['claims'],
  ends: { byRule: 'finishedBatches' },
})

export const ownedExports: ClaimsTable<SealedExport, ExportClaims> = {
  sealed: sealedExports,
  claimsOf: ({ ownerId, kind, format, role, fileId }) => ({ ownerId, kind, format, role, fileId }),
}
