import type { NewCallRequest } from '@portal/contract'
import { sealedTable } from '#platform/protection/sealed-table.ts'

export interface SealedMessage extends NewCallRequest {
  readonly text: string
}

export const sealedMessages = sealedTable<SealedMessage>()({
  table: 'caseMessages',
  key: 'id',
  sealed: ['text', 'phone', 'callHours', 'onlyToReporter'],
  ends: { withCase: 'caseId' },
})
