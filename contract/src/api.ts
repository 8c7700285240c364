import * as agenda from './agenda/agenda.endpoints.ts'
import * as assessments from './assessments/assessment.endpoints.ts'
import * as publishedAssessments from './assessments/published.endpoints.ts'
import * as assessmentSummaries from './assessments/summary.endpoints.ts'
import * as assistance from './assistance/assistance.endpoints.ts'
import * as associationSheet from './associations/association-sheet.endpoints.ts'
import * as associations from './associations/associations.endpoints.ts'
import * as enrolment from './associations/enrolment.endpoints.ts'
import * as publicRegister from './associations/public-register.endpoints.ts'
import * as registerQueue from './associations/register-queue.endpoints.ts'
import * as attachments from './attachments/attachments.endpoints.ts'
import * as audit from './audit/audit.endpoints.ts'
import * as attachmentMigration from './batch/attachment-migration.endpoints.ts'
import * as batch from './batch/batch.endpoints.ts'
import * as runs from './batch/runs.endpoints.ts'
import * as captcha from './captcha/captcha.endpoints.ts'
import * as cases from './cases/case.endpoints.ts'
import * as caseBulk from './cases/case-bulk.endpoints.ts'
import * as caseClassify from './cases/case-classify.endpoints.ts'
import * as caseCommands from './cases/case-commands.endpoints.ts'
import * as caseDocuments from './cases/case-documents.endpoints.ts'
import * as caseHome from './cases/case-home.endpoints.ts'
import * as caseLock from './cases/case-lock.endpoints.ts'
import * as caseSheet from './cases/case-sheet.endpoints.ts'
import * as closingMacros from './cases/closing-macros.endpoints.ts'
import * as caseCorrespondence from './cases/correspondence/case-correspondence.endpoints.ts'
import * as caseMessages from './cases/correspondence/case-messages.endpoints.ts'
import * as savedReplies from './cases/correspondence/saved-replies.endpoints.ts'
import * as flaggedReports from './cases/flagged-reports.endpoints.ts'
import * as letters from './cases/letters/letters.endpoints.ts'
import * as savedViews from './cases/saved-views.endpoints.ts'
import * as exports from './exports/exports.endpoints.ts'
import * as followUp from './follow-up/follow-up.endpoints.ts'
import * as help from './help/help.endpoints.ts'
import * as information from './information/information.endpoints.ts'
import type { Endpoint } from './kit/endpoint.ts'
import * as mailbox from './mailbox/mailbox.endpoints.ts'
import * as notices from './notices/notices.endpoints.ts'
import * as assurances from './office/assurances.endpoints.ts'
import * as operators from './operators/operators.endpoints.ts'
import * as referenceEntries from './reference/entries.endpoints.ts'
import * as referenceInserts from './reference/insert.endpoints.ts'
import * as reference from './reference/reference.endpoints.ts'
import * as statisticsFilters from './reference/statistics-filters.endpoints.ts'
import * as registryDuplicates from './registry/duplicates.endpoints.ts'
import * as registry from './registry/registry.endpoints.ts'
import * as registrySearch from './registry/registry-search.ts'
import * as reports from './reports/report.endpoints.ts'
import * as retention from './retention/retention.endpoints.ts'
import * as rights from './rights/rights.endpoints.ts'
import * as session from './session/session.endpoints.ts'
import * as openData from './statistics/open-data.endpoints.ts'
import * as statistics from './statistics/statistics.endpoints.ts'
import * as transfer from './transfer/transfer.endpoints.ts'

// Each file of endpoints is named here alone: exported, and in `api` given an area.
export * from './agenda/agenda.endpoints.ts'
export * from './assessments/assessment.endpoints.ts'
export * from './assessments/published.endpoints.ts'
export * from './assessments/summary.endpoints.ts'
export * from './assistance/assistance.endpoints.ts'
export * from './associations/association-sheet.endpoints.ts'
export * from './associations/associations.endpoints.ts'
export * from './associations/enrolment.endpoints.ts'
export * from './associations/public-register.endpoints.ts'
export * from './associations/register-queue.endpoints.ts'
export * from './attachments/attachments.endpoints.ts'
export * from './audit/audit.endpoints.ts'
export * from './batch/attachment-migration.endpoints.ts'
export * from './batch/batch.endpoints.ts'
export * from './batch/runs.endpoints.ts'
export * from './captcha/captcha.endpoints.ts'
export * from './cases/case.endpoints.ts'
export * from './cases/case-bulk.endpoints.ts'
export * from './cases/case-classify.endpoints.ts'
export * from './cases/case-commands.endpoints.ts'
export * from './cases/case-documents.endpoints.ts'
export * from './cases/case-home.endpoints.ts'
export * from './cases/case-lock.endpoints.ts'
export * from './cases/case-sheet.endpoints.ts'
export * from './cases/closing-macros.endpoints.ts'
export * from './cases/correspondence/case-correspondence.endpoints.ts'
export * from './cases/correspondence/case-messages.endpoints.ts'
export * from './cases/correspondence/saved-replies.endpoints.ts'
export * from './cases/flagged-reports.endpoints.ts'
export * from './cases/letters/letters.endpoints.ts'
export * from './cases/saved-views.endpoints.ts'
export * from './exports/exports.endpoints.ts'
export * from './follow-up/follow-up.endpoints.ts'
export * from './help/help.endpoints.ts'
export * from './information/information.endpoints.ts'
export * from './mailbox/mailbox.endpoints.ts'
export * from './notices/notices.endpoints.ts'
export * from './office/assurances.endpoints.ts'
export * from './operators/operators.endpoints.ts'
export * from './reference/entries.endpoints.ts'
export * from './reference/insert.endpoints.ts'
export * from './reference/reference.endpoints.ts'
export * from './reference/statistics-filters.endpoints.ts'
export * from './registry/duplicates.endpoints.ts'
export * from './registry/registry.endpoints.ts'
export * from './registry/registry-search.ts'
export * from './reports/report.endpoints.ts'
export * from './retention/retention.endpoints.ts'
export * from './rights/rights.endpoints.ts'
export * from './session/session.endpoints.ts'
export * from './statistics/open-data.endpoints.ts'
export * from './statistics/statistics.endpoints.ts'
export * from './transfer/transfer.endpoints.ts'

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'reply' in value

/** The endpoints that modules export, by path. */
const endpointsOf = (...modules: readonly object[]): readonly Endpoint[] =>
  modules
    .flatMap<unknown>((module) => Object.values(module))
    .filter(isEndpoint)
    .sort((one, other) => one.path.localeCompare(other.path, 'en'))

/** Every endpoint of the API, by area: those that its modules export. */
export const api: Readonly<Record<string, readonly Endpoint[]>> = {
  Captcha: endpointsOf(captcha),
  Allegati: endpointsOf(attachments),
  Assistenza: endpointsOf(assistance),
  Segnalazioni: endpointsOf(
    reports,
    cases,
    caseBulk,
    caseCommands,
    caseCorrespondence,
    caseDocuments,
    caseHome,
    caseClassify,
    caseLock,
    caseMessages,
    caseSheet,
    flaggedReports,
    savedReplies,
    letters,
    assessments,
    assessmentSummaries,
    closingMacros,
    savedViews,
  ),
  Posta: endpointsOf(mailbox),
  Associazioni: endpointsOf(associations, registerQueue, associationSheet),
  Iscrizione: endpointsOf(enrolment),
  'Registro pubblico': endpointsOf(publicRegister),
  'Pareri pubblicati': endpointsOf(publishedAssessments),
  Anagrafica: endpointsOf(registry, registrySearch, registryDuplicates),
  Esportazioni: endpointsOf(
    exports,
    exports.exportFiles,
    exports.startExports,
    exports.getExports,
    exports.startDocuments,
    exports.getDocuments,
  ),
  Avvisi: endpointsOf(notices),
  Scadenze: endpointsOf(agenda),
  Informazioni: endpointsOf(help, information),
  "Testi dell'ufficio": endpointsOf(assurances),
  'La propria segnalazione': endpointsOf(followUp),
  'Protezione dei dati': endpointsOf(batch, attachmentMigration, transfer, retention),
  Elaborazioni: endpointsOf(runs),
  'Diritti delle persone': endpointsOf(rights),
  'Registro delle attività': endpointsOf(audit),
  'Accesso e sessione': endpointsOf(session),
  Operatori: endpointsOf(operators),
  Statistiche: endpointsOf(statistics),
  'Dati aperti': endpointsOf(openData),
  'Liste di riferimento': endpointsOf(
    reference,
    referenceEntries,
    referenceInserts,
    statisticsFilters,
    reference.referenceEndpoints,
  ),
}
