import { sealedTable } from '../protection/sealed-table.ts'

/** The protected values of a file. The encryption batch seals these again, and leaves the bytes in the store unchanged. */
export interface SealedFile {
  /** Base64. */
  readonly contentKey: string
  readonly name: string
}

export const sealedFiles = sealedTable<SealedFile>()({
  table: 'files',
  key: 'id',
  sealed: ['contentKey', 'name'],
  ends: { byRule: 'expiredFiles' },
})
