import { sealedTable } from '#platform/protection/sealed-table.ts'

/** What an export is about: the body of its start in wire format, as JSON. */
export interface SealedExport {
  readonly query: string
}

export const sealedExports = sealedTable<SealedExport>()({
  table: 'exports',
  key: 'id',
  sealed: ['query'],
  ends: { byRule: 'finishedBatches' },
})
