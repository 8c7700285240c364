const wizard = '/cosa-facciamo/contact-center/segnalazione'
const desk = '/gestione/operatore'

/** Every page of the site, below the office's base path (specification 1 §2, specification 2 §2). */
export const paths = {
  home: '/',
  contactCentre: '/cosa-facciamo/contact-center',
  reportIntro: `${wizard}/intro`,
  reportProfile: `${wizard}/1`,
  reportDetails: `${wizard}/2`,
  reportFacts: `${wizard}/3`,
  reportSummary: `${wizard}/4`,
  reportSuccess: `${wizard}/success`,
  /** Where the reporter comes back by code and pin; its address says nothing of what it is. */
  followUp: '/cosa-facciamo/contact-center/segui',
  assistance: '/faq/richiedi-assistenza',
  enrolment: '/associazioni/iscrivi-associazione',
  enrolmentSuccess: '/associazioni/iscrivi-associazione/success',
  login: '/login',
  notAuthorized: '/error/notAuthorized',
  userNotAllowed: '/error/userNotAllowed',
  /** Where a refused sign-in ends; the server answers this page with 403. */
  signInRefused: '/error/spid',
  privacy: '/privacy',
  accessibility: '/accessibilita',
  legalNotes: '/note-legali',
  help: '/aiuto',
  contacts: '/contatti',
  /** What a reporter is told of their data, in languages that the site does not speak as well: `?testo=rus`. */
  privacyNotice: '/informativa',
  deskHome: `${desk}/home`,
  caseList: `${desk}/casi/lista`,
  caseDetail: `${desk}/casi/dettaglio`,
  caseNew: `${desk}/casi/nuovaSegnalazione`,
  toAssignList: `${desk}/inAttribuzione/lista`,
  toAssignDetail: `${desk}/inAttribuzione/dettaglio`,
  myCaseList: `${desk}/mieiCasi/lista`,
  /** The specification calls it by two names. */
  myCaseListToo: `${desk}/iMieiCasi/lista`,
  myCaseDetail: `${desk}/mieiCasi/dettaglio`,
  myCaseDetailToo: `${desk}/iMieiCasi/dettaglio`,
  outOfRemitList: `${desk}/nonDiCompetenza/lista`,
  outOfRemitDetail: `${desk}/nonDiCompetenza/dettaglio`,
  /** What the lists stand under; each leads to its list. */
  caseStart: `${desk}/casi`,
  toAssignStart: `${desk}/inAttribuzione`,
  myCaseStart: `${desk}/mieiCasi`,
  myCaseStartToo: `${desk}/iMieiCasi`,
  outOfRemitStart: `${desk}/nonDiCompetenza`,
  /** Reports that look like spam. */
  suspects: `${desk}/casi/da-rivedere`,
  /** A record of the registry, with the cases that name it. */
  personDetail: `${desk}/anagrafica/dettaglioPersonaFisica`,
  organisationDetail: `${desk}/anagrafica/dettaglioPersonaGiuridica`,
  batch: `${desk}/batch`,
  auditLog: `${desk}/audit`,
  rightsList: `${desk}/diritti`,
  rightsNew: `${desk}/diritti/nuova`,
  rightsDetail: `${desk}/diritti/dettaglio`,
  operatorList: `${desk}/gestioneOperatori/lista`,
  operatorNew: `${desk}/gestioneOperatori/nuovoOperatore`,
  /** The specification has this route twice. */
  operatorNewToo: `${desk}/nuovoOperatore`,
  operatorDetail: `${desk}/gestioneOperatori/dettaglioOperatore`,
  operatorEdit: `${desk}/gestioneOperatori/modificaOperatore`,
  mySessions: `${desk}/sessioni`,
  /** How operators are told of terms: by mail, by calendar. */
  agenda: `${desk}/scadenze`,
  information: `${desk}/informazioni`,
  deskAssistance: `${desk}/richiediAssistenza`,
  registerHome: '/registro/associazioni/home',
  personalArea: '/associazione/areaPersonale/home',
} as const
export type PathName = keyof typeof paths
export type SitePath = (typeof paths)[PathName]

/** No page: what the browser's history keeps ahead of the neutral page after a quick exit. It sends on to that page. */
export const leftPath = '/esci'

/** The short report as plain HTML, which the server draws by itself: for browsers without JavaScript. Posted to the same path. */
export const plainReportPath = '/segnala-semplice'

/** Whether the site has a page under this path; a closing slash makes no difference. */
export const isSitePath = (path: string) => {
  const bare = path.length > 1 ? path.replace(/\/+$/, '') : path
  return Object.values<string>(paths).includes(bare || '/')
}
