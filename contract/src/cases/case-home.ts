import type { Role } from '../session/roles.ts'
import type { CaseView } from './case.endpoints.ts'
import { type CaseStatus, pendingStatuses } from './case.workflow.ts'
import type { CaseFilters } from './case-filters.ts'

/** The parts of the queue, with their words on the wire. */
export const homeBoxWords = {
  late: 'in_ritardo',
  unread: 'risposte_da_leggere',
  mine: 'in_lavorazione_da_me',
  fresh: 'da_prendere_in_carico',
  toAssign: 'da_assegnare',
  proposed: 'chiusure_proposte',
  toEnd: 'da_concludere',
  myToEnd: 'miei_da_concludere',
} as const
export type HomeBoxName = keyof typeof homeBoxWords

/** The tabs of the queue: the boxes of the role, and before them all their cases, each once. */
export const homeTabWords = { everything: 'tutto', ...homeBoxWords } as const
export type HomeTab = keyof typeof homeTabWords

/** What else waits on that page: reporters to inform, and for RUP requests on personal data and to the register. */
export const otherHomeTabWords = { toInform: 'da_informare', rights: 'privacy', register: 'registro' } as const

/**
 * A part of the queue on the operators' home page: the cases of a list that match some filters, which an index in list order must
 * hold. Its texts are under `casesHome` of the desk; `case-home.test.ts` compares it with its list.
 */
export interface HomeBox {
  readonly name: HomeBoxName
  readonly view: CaseView | 'everywhere'
  readonly filters: CaseFilters
}

/** The statuses that a list has without a filter by status; undefined for all. */
export const defaultStatuses: Readonly<Partial<Record<HomeBox['view'], readonly CaseStatus[]>>> = {
  mine: pendingStatuses,
}

/** The filters of a list with its default statuses, unless others were chosen. */
export function withDefaultStatuses(view: HomeBox['view'], filters: CaseFilters): CaseFilters {
  const statuses = filters.statuses ?? defaultStatuses[view]
  return statuses ? { ...filters, statuses: [...statuses] } : filters
}

const pending = [...pendingStatuses]

// biome-ignore format: a table
const boxes = {
  allLate:   { name: 'late',     view: 'all',        filters: { isLate: true } },
  myLate:    { name: 'late',     view: 'mine',       filters: { isLate: true } },
  answers:   { name: 'unread',   view: 'all',        filters: { hasUnread: true } },
  myAnswers: { name: 'unread',   view: 'mine',       filters: { hasUnread: true } },
  mine:      { name: 'mine',     view: 'mine',       filters: { statuses: ['inWorkOne', 'inWorkTwo', 'external'] } },
  fresh:     { name: 'fresh',    view: 'all',        filters: { statuses: ['open', 'reopened'], isUnassigned: true } },
  toAssign:  { name: 'toAssign', view: 'toAssign',   filters: {} },
  toEnd:     { name: 'toEnd',    view: 'outOfRemit', filters: { statuses: pending } },
  myToEnd:   { name: 'myToEnd',  view: 'outOfRemit', filters: { isOwn: true, statuses: pending } },
  // Reads all lists: dismissed cases are in none of the others.
  proposed:  { name: 'proposed', view: 'everywhere', filters: { isClosingProposed: true } },
} as const satisfies Record<string, HomeBox>

const ofOperators: readonly HomeBox[] = [boxes.myLate, boxes.myAnswers, boxes.mine, boxes.myToEnd, boxes.fresh]

/** The boxes of each role, the most urgent first. */
export const homeBoxes: Readonly<Partial<Record<Role, readonly HomeBox[]>>> = {
  manager: [boxes.allLate, boxes.toAssign, boxes.proposed, boxes.fresh, boxes.answers, boxes.toEnd],
  operatorOne: ofOperators,
  operatorTwo: ofOperators,
}

/** How many rows the queue shows at first (more in a high window), how many are added on request, and how many there are at most. */
export const homeRows = { first: 10, more: 25, most: 100 } as const

/** The cases of all lists whose reporter a role has to inform whether they go on: RUP of all of them, operators of their own. */
export const toInformFilters = (role: Role): CaseFilters =>
  role === 'manager' ? { isToInform: true } : { isToInform: true, isOwn: true }
