import { endFeed, getAgenda, readFeed, setDigest, startFeed } from './agenda/agenda.endpoints.ts'
import { getAssistanceItems, sendAssistanceRequest } from './assistance/assistance.endpoints.ts'
import {
  deleteAttachment,
  deleteAttachments,
  getAttachment,
  getOrganisationAttachment,
  getTemplate,
  scanAssistanceFile,
  scanCaseFile,
  scanReportFile,
} from './attachments/attachments.endpoints.ts'
import { listAudit, verifyAuditLog } from './audit/audit.endpoints.ts'
import { getEncryptionRun, getEncryptionState, retireKey, startEncryption } from './batch/batch.endpoints.ts'
import { checkCaptcha, getCaptcha } from './captcha/captcha.endpoints.ts'
import {
  getBadges,
  getCase,
  listCases,
  listCasesToAssign,
  listDismissedCases,
  listMyCases,
  searchCases,
} from './cases/case.endpoints.ts'
import {
  addPerformedActions,
  assignCaseExternally,
  assignCases,
  cancelCase,
  changeCaseStatus,
  enterCase,
  findPossibleDuplicates,
  getCaseAt,
  listCaseEvents,
  listCasesOfOperator,
  listOperatorLoads,
  reopenCase,
  saveCase,
  setCaseStatus,
  takeCaseBack,
} from './cases/case-commands.endpoints.ts'
import { addCaseDocuments, listCaseDocuments, removeCaseDocument } from './cases/case-documents.endpoints.ts'
import { getCaseLock, lockCase } from './cases/case-lock.endpoints.ts'
import { listCaseMessages, sendCaseMessage } from './cases/case-messages.endpoints.ts'
import { getCaseSheet } from './cases/case-sheet.endpoints.ts'
import { clearFlaggedReport, listFlaggedReports } from './cases/flagged-reports.endpoints.ts'
import { deleteView, listSavedViews, saveView } from './cases/saved-views.endpoints.ts'
import {
  answerFollowUp,
  closeFollowUp,
  getEarlierMessages,
  getFollowUp,
  getFollowUpReceipt,
  openFollowUp,
} from './follow-up/follow-up.endpoints.ts'
import { getInformation } from './information/information.endpoints.ts'
import type { Endpoint } from './kit/endpoint.ts'
import { listNotices, readNotices } from './notices/notices.endpoints.ts'
import {
  addOperator,
  changeOperator,
  deleteOperator,
  getOperator,
  getUploadRun,
  getUploadTemplate,
  listColleagues,
  listOperators,
  listRoles,
  reassignCases,
  searchOperators,
  uploadUsers,
} from './operators/operators.endpoints.ts'
import { insertDiscriminationMode, insertHashtag } from './reference/insert.endpoints.ts'
import { getItalianReferenceBundle, getReferenceBundle, referenceEndpoints } from './reference/reference.endpoints.ts'
import {
  addOrganisation,
  addPerson,
  getOrganisation,
  getPerson,
  searchOrganisations,
  searchPeople,
} from './registry/registry.endpoints.ts'
import { submitReport } from './reports/report.endpoints.ts'
import { getRetention } from './retention/retention.endpoints.ts'
import {
  approveRights,
  getRights,
  getRightsArchive,
  getRightsStatus,
  listRights,
  refuseRights,
  requestRights,
} from './rights/rights.endpoints.ts'
import {
  endSessions,
  endSessionsOf,
  getCurrentUser,
  listDemoPeople,
  listIdentityProviders,
  listSessions,
  renewSession,
  signInAsDemoPerson,
  signOut,
  signOutAlias,
  switchRole,
} from './session/session.endpoints.ts'

/** Every endpoint of the API, by area. */
export const api: Readonly<Record<string, readonly Endpoint[]>> = {
  Captcha: [getCaptcha, checkCaptcha],
  Allegati: [
    scanReportFile,
    scanCaseFile,
    scanAssistanceFile,
    deleteAttachment,
    deleteAttachments,
    getTemplate,
    getAttachment,
    getOrganisationAttachment,
  ],
  Assistenza: [getAssistanceItems, sendAssistanceRequest],
  Segnalazioni: [
    submitReport,
    listCases,
    listMyCases,
    listCasesToAssign,
    listDismissedCases,
    searchCases,
    getCase,
    getBadges,
    getCaseSheet,
    enterCase,
    saveCase,
    changeCaseStatus,
    setCaseStatus,
    cancelCase,
    reopenCase,
    takeCaseBack,
    assignCaseExternally,
    assignCases,
    addPerformedActions,
    lockCase,
    getCaseLock,
    listSavedViews,
    saveView,
    deleteView,
    listCaseEvents,
    getCaseAt,
    listCasesOfOperator,
    listOperatorLoads,
    findPossibleDuplicates,
    listCaseDocuments,
    addCaseDocuments,
    removeCaseDocument,
    listFlaggedReports,
    clearFlaggedReport,
    listCaseMessages,
    sendCaseMessage,
  ],
  Anagrafica: [searchPeople, searchOrganisations, getPerson, getOrganisation, addPerson, addOrganisation],
  Avvisi: [listNotices, readNotices],
  Scadenze: [getAgenda, setDigest, startFeed, endFeed, readFeed],
  Informazioni: [getInformation],
  'La propria segnalazione': [
    openFollowUp,
    getFollowUp,
    getEarlierMessages,
    answerFollowUp,
    getFollowUpReceipt,
    closeFollowUp,
  ],
  'Protezione dei dati': [getEncryptionState, startEncryption, getEncryptionRun, retireKey, getRetention],
  'Diritti delle persone': [
    requestRights,
    listRights,
    getRights,
    getRightsStatus,
    approveRights,
    refuseRights,
    getRightsArchive,
  ],
  'Registro delle attività': [listAudit, verifyAuditLog],
  'Accesso e sessione': [
    listIdentityProviders,
    listDemoPeople,
    signInAsDemoPerson,
    getCurrentUser,
    switchRole,
    renewSession,
    listSessions,
    endSessions,
    signOut,
    signOutAlias,
  ],
  Operatori: [
    listOperators,
    searchOperators,
    getOperator,
    addOperator,
    changeOperator,
    deleteOperator,
    reassignCases,
    endSessionsOf,
    listRoles,
    listColleagues,
    uploadUsers,
    getUploadRun,
    getUploadTemplate,
  ],
  'Liste di riferimento': [
    getReferenceBundle,
    getItalianReferenceBundle,
    insertDiscriminationMode,
    insertHashtag,
    ...Object.values(referenceEndpoints),
  ],
}
