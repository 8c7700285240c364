import type { ColumnType, Generated } from 'kysely'
import type { Sealed } from '../protection/sealed.ts'

/** Purpose of a file: an upload waits for a record that claims it, an export for its download. */
export type FilePurpose = 'upload' | 'export'

/** Tables of protected files, for Kysely. */
export interface FileTables {
  files: {
    /** A UUID. */
    id: string
    keyId: number
    contentKey: Sealed
    name: Sealed
    mediaType: string
    size: number
    storedName: string
    /** Name of the store that has the bytes; null for files from before stores had names. */
    store: string | null
    purpose: FilePurpose
    madeAt: Date
    madeBy: number | null
    claimedAt: ColumnType<Date | null, Date | null | undefined, Date>
    /** The draft of an application that the file waits with. */
    draftId: ColumnType<number | null, number | null | undefined, number | null>
  }
  fileStoreMarks: {
    onlyOne: Generated<boolean>
    mark: string
  }
}
