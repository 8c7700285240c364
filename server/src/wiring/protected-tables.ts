import { sealedAgendas } from '#features/agenda/agenda.store.ts'
import { sealedAssessments } from '#features/assessments/assessments.store.ts'
import { sealedSummaries } from '#features/assessments/summary/summary.store.ts'
import { sealedLinks } from '#features/associations/record/association-links.store.ts'
import { sealedInvitations } from '#features/associations/record/invitations.store.ts'
import {
  sealedAssociationEvents,
  sealedAssociationLetters,
  sealedAssociations,
  sealedDrafts,
} from '#features/associations/record/sealed-associations.ts'
import { sealedComments, sealedMessages, sealedReminders } from '#features/case-messages/index.ts'
import { sealedActions } from '#features/cases/actions/held-actions.store.ts'
import { sealedEvents } from '#features/cases/history/case-events.store.ts'
import { sealedReplies } from '#features/cases/saved-replies/saved-replies.store.ts'
import { sealedViews } from '#features/cases/saved-views/saved-views.store.ts'
import { sealedLetters } from '#features/complainant-letters/letters.store.ts'
import { sealedExports } from '#features/exports/sealed-exports.ts'
import { sealedTemplates } from '#features/exports/templates/templates.store.ts'
import { sealedFollowUps } from '#features/follow-up/sealed-follow-ups.ts'
import { sealedReceivedMails } from '#features/mailbox/received-mails.store.ts'
import { sealedChanges } from '#features/operators/sealed-changes.ts'
import {
  sealedMerges,
  sealedOrganisations,
  sealedPeople,
  sealedRegistryEvents,
} from '#features/registry/sealed-persons.ts'
import { sealedReports } from '#features/reports/index.ts'
import { sealedRequests } from '#features/rights/requests.store.ts'
import { sealedSpidLog } from '#features/spid/sealed-log.ts'
import { sealedTransferTables } from '#features/transfer/table/tables.store.ts'
import { sealedAttachments } from '#platform/attachments/sealed-attachments.ts'
import { sealedAuditKeys } from '#platform/audit/audit-keys.ts'
import { sealedFiles } from '#platform/files/files.store.ts'
import { sealedMails } from '#platform/mail/mail.store.ts'
import type { AnySealedTable } from '#platform/protection/sealed-table.ts'
import { sealedKeys } from '#platform/record/source-keys.store.ts'
import { sealedMemberships } from '#platform/session/memberships.ts'
import { sealedSessions } from '#platform/session/sealed-sessions.ts'
import { sealedUsers } from '#platform/session/sealed-users.ts'

/** Every table with encrypted values, for the encryption batch and for the test of the schema. */
export const protectedTables: readonly AnySealedTable[] = [
  sealedReports,
  sealedMessages,
  sealedComments,
  sealedReminders,
  sealedLetters,
  sealedAssessments,
  sealedSummaries,
  sealedEvents,
  sealedActions,
  sealedUsers,
  sealedSessions,
  sealedFollowUps,
  sealedChanges,
  sealedSpidLog,
  sealedMails,
  sealedReceivedMails,
  sealedFiles,
  sealedAttachments,
  sealedAuditKeys,
  sealedRequests,
  sealedViews,
  sealedReplies,
  sealedPeople,
  sealedOrganisations,
  sealedRegistryEvents,
  sealedMerges,
  sealedAssociations,
  sealedAssociationEvents,
  sealedAssociationLetters,
  sealedDrafts,
  sealedInvitations,
  sealedLinks,
  sealedMemberships,
  sealedAgendas,
  sealedExports,
  sealedTemplates,
  sealedKeys,
  sealedTransferTables,
]
