const wizard = '/cosa-facciamo/contact-center/segnalazione'
const desk = '/gestione/operatore'

/** Every page of the site, below the base path of the office (specification 1 §2, specification 2 §2). */
export const paths = {
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
  login: '/login',
  notAuthorized: '/error/notAuthorized',
  userNotAllowed: '/error/userNotAllowed',
  /** Page of a refused sign-in; the server sends it with 403. */
  signInRefused: '/error/spid',
  privacy: '/privacy',
  accessibility: '/accessibilita',
  legalNotes: '/note-legali',
  help: '/aiuto',
  contacts: '/contatti',
  /** The privacy notice for reporters, also in languages that the site does not have: `?testo=rus`. */
  privacyNotice: '/informativa',
  deskHome: `${desk}/home`,
  caseList: `${desk}/casi/lista`,
  caseDetail: `${desk}/casi/dettaglio`,
  caseNew: `${desk}/casi/nuovaSegnalazione`,
  toAssignList: `${desk}/inAttribuzione/lista`,
  toAssignDetail: `${desk}/inAttribuzione/dettaglio`,
  myCaseList: `${desk}/mieiCasi/lista`,
  /** The specification has two paths for this page. */
  myCaseListToo: `${desk}/iMieiCasi/lista`,
  myCaseDetail: `${desk}/mieiCasi/dettaglio`,
  myCaseDetailToo: `${desk}/iMieiCasi/dettaglio`,
  outOfRemitList: `${desk}/nonDiCompetenza/lista`,
  outOfRemitDetail: `${desk}/nonDiCompetenza/dettaglio`,
  /** Parent paths of the lists; each redirects to its list. */
  caseStart: `${desk}/casi`,
  toAssignStart: `${desk}/inAttribuzione`,
  myCaseStart: `${desk}/mieiCasi`,
  myCaseStartToo: `${desk}/iMieiCasi`,
  outOfRemitStart: `${desk}/nonDiCompetenza`,
  /** Reports flagged as possible spam. */
  suspects: `${desk}/casi/da-rivedere`,
  /** A registry record, with its cases. */
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
  /** How operators are reminded of deadlines: by mail, by calendar. */
  agenda: `${desk}/scadenze`,
  information: `${desk}/informazioni`,
  deskAssistance: `${desk}/richiediAssistenza`,
  registerHome: '/registro/associazioni/home',
  personalArea: '/associazione/areaPersonale/home',
} as const
export type PathName = keyof typeof paths
export type SitePath = (typeof paths)[PathName]

/** Placeholder in the browser's history after a quick exit: going forward to it redirects to the neutral page. */
export const leftPath = '/esci'

/** The short report as plain HTML from the server, for browsers without JavaScript. The form posts to the same path. */
export const plainReportPath = '/segnala-semplice'

/** Whether the site has a page at this path, with or without a trailing slash. */
export const isSitePath = (path: string) => {
  const bare = path.length > 1 ? path.replace(/\/+$/, '') : path
  return Object.values<string>(paths).includes(bare || '/')
}
