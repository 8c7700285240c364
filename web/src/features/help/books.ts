import { can, type Permission, type ProtectedPageName, type Role } from '@portal/contract'

/** A chapter of a book; `id` is its title in letters, digits and hyphens. */
export interface Chapter {
  readonly id: string
  readonly title: string
  /** Made from our own Markdown when the site was built. */
  readonly html: string
}

/** The item by which the newest of the news counts as seen. */
export const newsOf = (chapters: readonly Chapter[] | undefined): string | undefined =>
  chapters?.[0] && `novita-${chapters[0].id}`

interface Book {
  /** Who reads it. */
  readonly permission: Permission
  readonly load: () => Promise<{ readonly chapters: readonly Chapter[] }>
}

/** The books of the manual, and what is new. */
export const books = {
  operatori: { permission: 'cases', load: () => import('./manual/operatori.md') },
  registro: { permission: 'register', load: () => import('./manual/registro.md') },
  amministrazione: { permission: 'administration', load: () => import('./manual/amministrazione.md') },
  associazioni: { permission: 'personalArea', load: () => import('./manual/associazioni.md') },
  novita: { permission: 'office', load: () => import('./manual/novita.md') },
} as const satisfies Readonly<Record<string, Book>>
export type BookName = keyof typeof books

export const bookNames = Object.keys(books) as readonly BookName[]

/** The books for a role, in their order. */
export const booksOf = (role: Role): readonly BookName[] =>
  bookNames.filter((name) => can(books[name].permission, role))

/** Where the manual explains a page. */
export interface Place {
  readonly book: BookName
  readonly chapter: string
}

const at =
  (book: BookName) =>
  (chapter: string): Place => ({ book, chapter })
const operators = at('operatori')
const register = at('registro')
const administration = at('amministrazione')
const associations = at('associazioni')

const oneCase = operators('un-caso')
const lists = operators('gli-elenchi')
const people = operators('l-anagrafica')
const doubles = operators('i-doppioni')
const mailbox = operators('la-posta-in-arrivo')
const rights = operators('le-richieste-sui-dati-personali')
const requests = register('una-richiesta-di-iscrizione')
const association = register('la-scheda-di-un-associazione')
const accounts = administration('gli-operatori')
const referenceLists = administration('le-liste')
const longWork = administration('i-lavori-lunghi')
const ownArea = associations('la-vostra-area')

/** The chapter of each page; a page without one does not compile. */
// biome-ignore format: a table
export const places: Readonly<Record<ProtectedPageName, Place>> = {
  deskHome: operators('la-pagina-iniziale'),
  deskStart: operators('la-pagina-iniziale'),
  caseList: lists, caseStart: lists, toAssignStart: lists, myCaseStart: lists, myCaseStartToo: lists, outOfRemitStart: lists,
  toAssignList: operators('prendere-e-assegnare'),
  myCaseList: lists, myCaseListToo: lists, outOfRemitList: lists,
  caseDetail: oneCase, toAssignDetail: oneCase, myCaseDetail: oneCase, myCaseDetailToo: oneCase, outOfRemitDetail: oneCase,
  registryCaseDetail: oneCase,
  caseNew: operators('una-segnalazione-per-telefono-o-di-persona'),
  flaggedReports: operators('segnalazioni-da-rivedere'),
  receivedMailList: mailbox, receivedMail: mailbox,
  personList: people, organisationList: people, personNew: people, organisationNew: people, personDetail: people, organisationDetail: people,
  duplicateList: doubles, suggestionList: doubles, duplicatePair: doubles,
  rightsList: rights, rightsNew: rights, rightsDetail: rights,
  statistics: operators('le-statistiche'),
  exports: operators('le-esportazioni'),
  agenda: operators('scadenze-e-avvisi'),
  mySessions: operators('entrare-e-uscire'),
  information: operators('trovare-aiuto'), deskAssistance: operators('trovare-aiuto'), manual: operators('trovare-aiuto'),
  registerHome: register('la-pagina-iniziale'), registerStart: register('la-pagina-iniziale'),
  newRequestList: requests, newRequestStart: requests, newRequestDetail: requests,
  enrolledList: association, enrolledStart: association, enrolledDetail: association,
  notEnabledList: association, notEnabledStart: association, notEnabledDetail: association,
  registerStatistics: register('le-statistiche-del-registro'),
  operatorList: accounts, operatorStart: accounts, operatorNew: accounts, operatorNewToo: accounts, operatorDetail: accounts, operatorEdit: accounts,
  referenceLists, referenceEntries: referenceLists, letterTexts: administration('i-testi-delle-comunicazioni'),
  assurances: administration('le-garanzie-da-confermare'),
  auditLog: administration('il-registro-attivita'),
  batch: longWork, batchStart: longWork,
  personalArea: ownArea, personalAreaStart: ownArea,
  personalAreaEdit: associations('cambiare-i-dati'),
  personalAreaRenewal: associations('chiedere-il-rinnovo'),
}

/** Where the manual explains a page to a role: its own first book where it may not read that of the page. */
export function placeFor(page: ProtectedPageName | undefined, role: Role): Place | undefined {
  const readable = booksOf(role)
  const place = page && places[page]
  if (place && readable.includes(place.book)) return place
  const [book] = readable
  return book && { book, chapter: '' }
}
