import { sealedTable } from '#platform/protection/sealed-table.ts'

export interface SealedEvent {
  readonly reason?: string | undefined
  /** The fields before and after, as JSON. */
  readonly changes?: string | undefined
}

export const sealedEvents = sealedTable<SealedEvent>()({
  table: 'caseEvents',
  key: 'id',
  sealed: ['reason', 'changes'],
  ends: { withCase: 'caseId' },
})
