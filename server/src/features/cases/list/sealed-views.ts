import { sealedTable } from '#platform/protection/sealed-table.ts'

export interface SealedView {
  readonly name: string
  /** The rest of the view, in wire format, as JSON. */
  readonly settings: string
}

export const sealedViews = sealedTable<SealedView>()({
  table: 'savedViews',
  key: 'id',
  sealed: ['name', 'settings'],
  ends: { stay: 'an operator’s own; they go when their owner deletes them, and with the owner’s account' },
})
