import type { NewCallRequest } from '@portal/contract'
import { sealedTable } from '#platform/protection/sealed-table.ts'

export interface SealedMessage extends NewCallRequest {
  readonly text: string
  /** The mail that it went or came by (`mailIdentityOf`). */
  readonly mailIdentity?: string | undefined
}

export const sealedMessages = sealedTable<SealedMessage>()({
  table: 'caseMessages',
  key: 'id',
  sealed: ['text', 'phone', 'callHours', 'onlyToReporter', 'mailIdentity'],
  unique: { mailIdentity: 'mailToken' },
  ends: { withCase: 'caseId' },
})
