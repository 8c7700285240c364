import { sealedTable } from '#platform/protection/sealed-table.ts'

export interface SealedMessage {
  readonly text: string
}

export const sealedMessages = sealedTable<SealedMessage>()({
  table: 'caseMessages',
  key: 'id',
  sealed: ['text'],
  ends: { withCase: 'caseId' },
})
