import type { ExportKind, FileFormat, FileKind, Role } from '@portal/contract'
import type { Sealed } from '../../protection/sealed.ts'
import type { Optional } from '../column-types.ts'

/** Exports, each beside its run, and saved choices of columns. */
export interface ExportTables {
  exports: {
    /** Id of the run. */
    id: number
    keyId: Optional<number>
    kind: FileKind
    format: FileFormat
    /** The role in which the owner started it. */
    role: Role
    query: Optional<Sealed>
    /** Who started it; null where the portal did. */
    ownerId: Optional<number>
    /** The file that it became, which may have expired. */
    fileId: Optional<string>
    claims: Optional<Sealed>
  }
  exportTemplates: {
    id: number
    keyId: Optional<number>
    userId: number
    kind: ExportKind
    name: Optional<Sealed>
    columns: string[]
  }
}
