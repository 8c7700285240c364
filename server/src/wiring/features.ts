import { serveAgenda } from '#features/agenda/agenda.routes.ts'
import { serveAssessments } from '#features/assessments/assessments.routes.ts'
import { serveAssistance } from '#features/assistance/assistance.routes.ts'
import { serveAssociations, serveEnrolment } from '#features/associations/associations.routes.ts'
import { serveAttachments } from '#features/attachments/attachments.routes.ts'
import { serveAudit } from '#features/audit/audit.routes.ts'
import { serveBatch } from '#features/batch/batch.routes.ts'
import { serveCaptcha } from '#features/captcha/captcha.routes.ts'
import { serveCaseMessages } from '#features/case-messages/case-messages.routes.ts'
import { serveCaseSheets } from '#features/case-sheet/case-sheet.routes.ts'
import { serveCaseCommands, serveCases } from '#features/cases/cases.routes.ts'
import { serveFlaggedReports } from '#features/cases/flagged-reports/flagged-reports.routes.ts'
import { serveComplainantLetters } from '#features/complainant-letters/complainant-letters.routes.ts'
import { serveExports } from '#features/exports/exports.routes.ts'
import { serveFollowUps } from '#features/follow-up/follow-up.routes.ts'
import { serveHelp } from '#features/help/help.routes.ts'
import { serveInformation } from '#features/information/information.routes.ts'
import { serveMailbox } from '#features/mailbox/mailbox.routes.ts'
import { serveNotices } from '#features/notices/notices.routes.ts'
import { serveAssurances } from '#features/office-texts/assurances.routes.ts'
import { serveOperators, serveUploads } from '#features/operators/operators.routes.ts'
import { serveReferenceEntries } from '#features/reference/entries/entries.routes.ts'
import { serveReference } from '#features/reference/reference.routes.ts'
import { serveRegistry } from '#features/registry/registry.routes.ts'
import { serveRegistrySearch } from '#features/registry/search/search.routes.ts'
import { serveReports } from '#features/reports/reports.routes.ts'
import { serveRetention } from '#features/retention/retention.routes.ts'
import { serveRights } from '#features/rights/rights.routes.ts'
import { serveSession } from '#features/session/session.routes.ts'
import { serveIdentityProviders } from '#features/spid/spid.routes.ts'
import { serveOpenData, serveStatistics } from '#features/statistics/statistics.routes.ts'
import { serveTransfer } from '#features/transfer/transfer.routes.ts'
import type { Serve } from '#platform/http/serve.ts'
import type { Leave } from '#platform/session/visitor-cookie.ts'
import type { Settings } from '#platform/settings/settings.ts'
import type { Services } from './services.ts'

type FeatureServices = Services & { readonly settings: Settings; readonly version: string; readonly leave: Leave }

/** The features of the API. Each names the services that it needs; what only it needs it creates from them. */
export const features: readonly ((serve: Serve, services: FeatureServices) => void)[] = [
  serveAgenda,
  serveAssessments,
  serveAssistance,
  serveAssociations,
  serveEnrolment,
  serveAttachments,
  serveAudit,
  serveBatch,
  serveCaptcha,
  serveCaseMessages,
  serveCaseSheets,
  serveCaseCommands,
  serveCases,
  serveComplainantLetters,
  serveExports,
  serveFlaggedReports,
  serveFollowUps,
  serveHelp,
  serveInformation,
  serveMailbox,
  serveNotices,
  serveAssurances,
  serveOperators,
  serveUploads,
  serveReference,
  serveReferenceEntries,
  serveRegistry,
  serveRegistrySearch,
  serveReports,
  serveRetention,
  serveRights,
  serveSession,
  serveIdentityProviders,
  serveStatistics,
  serveOpenData,
  serveTransfer,
]
