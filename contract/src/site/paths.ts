import type { Permission } from '../session/roles.ts'

const wizard = '/cosa-facciamo/contact-center/segnalazione'
const desk = '/gestione/operatore'
const register = '/registro/associazioni'

/** Pages that need no sign-in (specification 1 §2). */
const publicPages = {
  home: '/',
  contactCentre: '/cosa-facciamo/contact-center',
  reportIntro: `${wizard}/intro`,
  reportProfile: `${wizard}/1`,
  reportDetails: `${wizard}/2`,
  reportFacts: `${wizard}/3`,
  reportSummary: `${wizard}/4`,
  reportSuccess: `${wizard}/success`,
  /** Where the reporter signs in with code and pin; the neutral address does not disclose that. */
  followUp: '/cosa-facciamo/contact-center/segui',
  assistance: '/faq/richiedi-assistenza',
  enrolment: '/associazioni/iscrivi-associazione',
  enrolmentSuccess: '/associazioni/iscrivi-associazione/success',
  /** Where the links of a receipt and of a request for documents lead. */
  enrolmentComplete: '/associazioni/completa',
  /** Where a new application for a removed or rejected number is confirmed. */
  enrolmentConfirm: '/associazioni/conferma',
  /** The link that a mail carries: the earlier applicant answers to another application for the same number. */
  enrolmentReplace: '/associazioni/sostituzione',
  publicRegister: '/associazioni/registro',
  publicRegisterEntry: '/associazioni/registro/ente',
  certificateCheck: '/associazioni/verifica',
  openData: '/dati-aperti',
  /** The assessments that the office published, and one of them, `?id=`. */
  assessments: '/pareri',
  assessment: '/pareri/parere',
  login: '/login',
  notAuthorized: '/error/notAuthorized',
  userNotAllowed: '/error/userNotAllowed',
  /** Page of a refused sign-in; the server sends it with 403. */
  signInRefused: '/error/spid',
  privacy: '/privacy',
  accessibility: '/accessibilita',
  legalNotes: '/note-legali',
  help: '/aiuto',
  /** Examples of what is discrimination; address and title do not disclose that. */
  examples: '/esempi',
  contacts: '/contatti',
  /** The privacy notice for reporters, also in languages that the site does not have: `?testo=rus`. */
  privacyNotice: '/informativa',
} as const

/**
 * Pages for signed-in users, each with the permission that it needs, or several of which it needs all; `null` where any role may
 * open it.
 */
export const protectedPages = {
  deskHome: [`${desk}/home`, 'cases'],
  deskStart: [desk, 'cases'],
  caseList: [`${desk}/casi/lista`, 'cases'],
  caseDetail: [`${desk}/casi/dettaglio`, 'cases'],
  caseNew: [`${desk}/casi/nuovaSegnalazione`, 'newCase'],
  toAssignList: [`${desk}/inAttribuzione/lista`, 'casesToAssign'],
  toAssignDetail: [`${desk}/inAttribuzione/dettaglio`, 'casesToAssign'],
  myCaseList: [`${desk}/mieiCasi/lista`, 'myCases'],
  /** The specification has two paths for this page. */
  myCaseListToo: [`${desk}/iMieiCasi/lista`, 'myCases'],
  myCaseDetail: [`${desk}/mieiCasi/dettaglio`, 'myCases'],
  myCaseDetailToo: [`${desk}/iMieiCasi/dettaglio`, 'myCases'],
  outOfRemitList: [`${desk}/nonDiCompetenza/lista`, 'casesOutOfRemit'],
  outOfRemitDetail: [`${desk}/nonDiCompetenza/dettaglio`, 'casesOutOfRemit'],
  /** Parent paths of the lists; each redirects to its list. */
  caseStart: [`${desk}/casi`, 'cases'],
  toAssignStart: [`${desk}/inAttribuzione`, 'casesToAssign'],
  myCaseStart: [`${desk}/mieiCasi`, 'myCases'],
  myCaseStartToo: [`${desk}/iMieiCasi`, 'myCases'],
  outOfRemitStart: [`${desk}/nonDiCompetenza`, 'casesOutOfRemit'],
  /** Mails that the office received, and one of them. */
  receivedMailList: [`${desk}/posta`, 'newCase'],
  receivedMail: [`${desk}/posta/dettaglio`, 'newCase'],
  /** Reports flagged as possible spam. */
  flaggedReports: [`${desk}/casi/da-rivedere`, 'cases'],
  /** The registry; people are shown only to those who may write it, their list redirects the others to the bodies. */
  personList: [`${desk}/anagrafica`, 'registry'],
  organisationList: [`${desk}/anagrafica/personeGiuridiche`, 'registry'],
  /** Records that may be of one person, as work to decide. */
  duplicateList: [`${desk}/doppioni`, 'cases'],
  /** Reporters, victims and associations whose record may be in the registry. */
  suggestionList: [`${desk}/doppioni/segnalazioni`, 'cases'],
  duplicatePair: [`${desk}/doppioni/confronto`, 'cases'],
  personNew: [`${desk}/anagrafica/nuovaPersonaFisica`, 'cases'],
  personDetail: [`${desk}/anagrafica/dettaglioPersonaFisica`, 'cases'],
  organisationNew: [`${desk}/anagrafica/nuovaPersonaGiuridica`, 'cases'],
  organisationDetail: [`${desk}/anagrafica/dettaglioPersonaGiuridica`, 'registry'],
  /** A case opened from a registry record: view 9. */
  registryCaseDetail: [`${desk}/anagrafica/casi/dettaglio`, 'cases'],
  /** The files that the user asked for. */
  exports: [`${desk}/esportazioni`, 'caseExports'],
  statistics: [`${desk}/statistiche`, 'statistics', 'cases'],
  /** Everything that takes long. */
  batch: [`${desk}/batch`, 'administration'],
  /** Where the batch jobs are started (specification 2 §2). */
  batchStart: ['/batch/start-batch', 'administration'],
  auditLog: [`${desk}/audit`, 'auditLog'],
  rightsList: [`${desk}/diritti`, 'cases'],
  rightsNew: [`${desk}/diritti/nuova`, 'cases'],
  rightsDetail: [`${desk}/diritti/dettaglio`, 'cases'],
  operatorList: [`${desk}/gestioneOperatori/lista`, 'administration'],
  operatorStart: [`${desk}/gestioneOperatori`, 'administration'],
  operatorNew: [`${desk}/gestioneOperatori/nuovoOperatore`, 'administration'],
  /** The specification has this route twice. */
  operatorNewToo: [`${desk}/nuovoOperatore`, 'administration'],
  operatorDetail: [`${desk}/gestioneOperatori/dettaglioOperatore`, 'administration'],
  operatorEdit: [`${desk}/gestioneOperatori/modificaOperatore`, 'administration'],
  referenceLists: [`${desk}/liste`, 'administration'],
  /** The entries of one list, `?lista=`. */
  referenceEntries: [`${desk}/liste/voci`, 'administration'],
  /** What the office assures reporters of, to confirm. */
  assurances: [`${desk}/garanzie`, 'administration'],
  /** The texts of letters to complainants. */
  letterTexts: [`${desk}/testiComunicazioni`, 'administration'],
  mySessions: [`${desk}/sessioni`, null],
  /** `?libro=` is one of its books. */
  manual: [`${desk}/manuale`, null],
  /** How operators are reminded of deadlines: by mail, by calendar. */
  agenda: [`${desk}/scadenze`, 'office'],
  information: [`${desk}/informazioni`, 'office'],
  deskAssistance: [`${desk}/richiediAssistenza`, 'office'],
  registerHome: [`${register}/home`, 'register'],
  registerStart: [register, 'register'],
  newRequestList: [`${register}/nuoveRichieste/lista`, 'register'],
  newRequestDetail: [`${register}/nuoveRichieste/dettaglio`, 'register'],
  enrolledList: [`${register}/associazioniEnti/lista`, 'register'],
  enrolledDetail: [`${register}/associazioniEnti/dettaglio`, 'register'],
  notEnabledList: [`${register}/associazioniNonAbilitate/lista`, 'register'],
  notEnabledDetail: [`${register}/associazioniNonAbilitate/dettaglio`, 'register'],
  registerStatistics: [`${register}/statistiche`, 'statistics', 'register'],
  newRequestStart: [`${register}/nuoveRichieste`, 'register'],
  enrolledStart: [`${register}/associazioniEnti`, 'register'],
  notEnabledStart: [`${register}/associazioniNonAbilitate`, 'register'],
  personalArea: ['/associazione/areaPersonale/home', 'personalArea'],
  personalAreaStart: ['/associazione/areaPersonale', 'personalArea'],
  personalAreaEdit: ['/associazione/areaPersonale/modifica', 'personalArea'],
  personalAreaRenewal: ['/associazione/areaPersonale/rinnovo', 'personalArea'],
} as const satisfies Record<
  string,
  readonly [path: string, permission: Permission | null, ...others: readonly Permission[]]
>
export type ProtectedPageName = keyof typeof protectedPages

/** Every page of the site, below the base path of the office (specification 1 §2, specification 2 §2). */
export const paths = {
  ...publicPages,
  ...(Object.fromEntries(Object.entries(protectedPages).map(([name, [path]]) => [name, path])) as {
    [K in keyof typeof protectedPages]: (typeof protectedPages)[K][0]
  }),
}
export type PathName = keyof typeof paths
export type SitePath = (typeof paths)[PathName]

/** Placeholder in the browser's history after a quick exit: going forward to it redirects to the neutral page. */
export const leftPath = '/esci'

/** Pages as plain HTML from the server, for browsers without JavaScript. Forms post to the path of their page. */
export const plainPaths = {
  /** Lifts a quick exit and leads to the short report. */
  start: '/cosa-facciamo/contact-center/modulo/inizio',
  report: '/cosa-facciamo/contact-center/modulo',
  /** Code and pin of the report that was sent. */
  receipt: '/cosa-facciamo/contact-center/modulo/fine',
  /** The report that code and pin open. */
  followUp: '/cosa-facciamo/contact-center/codice',
  followUpFile: '/cosa-facciamo/contact-center/codice/file',
  followUpReceipt: '/cosa-facciamo/contact-center/codice/ricevuta',
} as const

/** Pages of a report that lead to the neutral page for some minutes after a quick exit without scripts. */
const leftPages: readonly string[] = [
  publicPages.reportProfile,
  publicPages.reportDetails,
  publicPages.reportFacts,
  publicPages.reportSummary,
  publicPages.reportSuccess,
  publicPages.followUp,
]
/** Pages that start a report again. */
const startPages: readonly string[] = [publicPages.home, publicPages.contactCentre, publicPages.reportIntro]

const bareOf = (path: string) => (path.length > 1 ? path.replace(/\/+$/, '') : path) || '/'

export const isLeftPage = (path: string) => leftPages.includes(bareOf(path))
export const isStartPage = (path: string) => startPages.includes(bareOf(path))

/** Whether the site has a page at this path, with or without a trailing slash. */
export const isSitePath = (path: string) => Object.values<string>(paths).includes(bareOf(path))
