import type { DueState } from '../cases/case.ts'
import { addDays, type PlainDate } from '../kit/plain-date.ts'
import type { Role } from '../session/roles.ts'
import type { AssociationStatus } from './association-status.ts'
import { isPast, termEnd } from './association-terms.ts'

/** What the register does next with an association, with its word on the wire. */
export const registerStepWords = {
  check: 'verifica_documenti',
  approve: 'approva',
  sign: 'firma_decreto',
  awaitDocuments: 'attendi_documenti',
  decideTerm: 'decidi_termine_scaduto',
  decideProposal: 'decidi_modifica',
  decideRemoval: 'decidi_cancellazione',
} as const
export type RegisterStep = keyof typeof registerStepWords

/** Who does it; `register` is both roles of the register. */
export const registerTurnWords = {
  register: 'registro',
  registerAdmin: 'amministratore_registro',
  manager: 'rup',
  association: 'associazione',
} as const
export type RegisterTurn = keyof typeof registerTurnWords

const turnOf = {
  check: 'register',
  approve: 'registerAdmin',
  sign: 'manager',
  awaitDocuments: 'association',
  decideTerm: 'register',
  decideProposal: 'register',
  decideRemoval: 'manager',
} as const satisfies Record<RegisterStep, RegisterTurn>

const rolesOfTurn: Readonly<Record<RegisterTurn, readonly Role[]>> = {
  register: ['registerOperator', 'registerAdmin'],
  registerAdmin: ['registerAdmin'],
  manager: ['manager'],
  association: [],
}

/** The turns that are a role's own. */
export const turnsOf = (role: Role): readonly RegisterTurn[] =>
  (Object.keys(rolesOfTurn) as RegisterTurn[]).filter((turn) => rolesOfTurn[turn].includes(role))

/** The facts of an association that decide what is next. */
export interface RegisterQueueFacts {
  readonly status: AssociationStatus
  /** Every document that the approval needs is checked. */
  readonly isChecked: boolean
  /** The day of the request that waits. */
  readonly requestedOn: PlainDate
  readonly documentsDueOn: PlainDate | null
  readonly proposedOn: PlainDate | null
  readonly removalRequestedOn: PlainDate | null
}

export interface RegisterPending {
  readonly step: RegisterStep
  readonly turn: RegisterTurn
  /** The last day of its term. */
  readonly dueOn: PlainDate
  readonly dueState: DueState
  readonly isOwn: boolean
}

/** From this day before the end of a term it ends soon: a fifth of its 30 days. */
const soonDays = 6

function dueStateOf(dueOn: PlainDate, today: PlainDate): DueState {
  if (isPast(dueOn, today)) return 'late'
  return dueOn <= addDays(today, soonDays) ? 'soon' : 'onTime'
}

function stepsOf(facts: RegisterQueueFacts, today: PlainDate): readonly (readonly [RegisterStep, PlainDate])[] {
  const { status, isChecked, requestedOn, documentsDueOn, proposedOn, removalRequestedOn } = facts
  const isAsked = status === 'submitted' || status === 'renewalAsked'
  const isSigned = status === 'approvedToSign' || status === 'renewalApproved'
  return [
    ...(isAsked ? [[isChecked ? 'approve' : 'check', termEnd('decision', requestedOn)] as const] : []),
    ...(isSigned ? [['sign', termEnd('decision', requestedOn)] as const] : []),
    ...(status === 'documentsAsked' && documentsDueOn
      ? [[isPast(documentsDueOn, today) ? 'decideTerm' : 'awaitDocuments', documentsDueOn] as const]
      : []),
    ...(proposedOn ? [['decideProposal', termEnd('proposal', proposedOn)] as const] : []),
    ...(removalRequestedOn ? [['decideRemoval', termEnd('removal', removalRequestedOn)] as const] : []),
  ]
}

/** What waits of an association: the earliest of the role's own steps, or of all where none is its own; undefined for nothing. */
export function registerPendingOf(
  facts: RegisterQueueFacts,
  role: Role,
  today: PlainDate,
): RegisterPending | undefined {
  const pending = stepsOf(facts, today).map(([step, dueOn]): RegisterPending => {
    const turn = turnOf[step]
    const isOwn = rolesOfTurn[turn].includes(role)
    return { step, turn, dueOn, dueState: dueStateOf(dueOn, today), isOwn }
  })
  const [first] = [...pending].sort(byTurnAndTerm)
  return first
}

const byTurnAndTerm = (one: RegisterPending, other: RegisterPending) =>
  Number(other.isOwn) - Number(one.isOwn) || one.dueOn.localeCompare(other.dueOn)
