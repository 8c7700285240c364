import type { Role } from '../session/roles.ts'
import { type AssociationFilters, associationFilterNames } from './association-filters.ts'
import type { associationLists } from './association-status.ts'
import { registerTurnWords, turnsOf } from './register-queue.ts'

/** The tabs above the lists of associations, with their words on the wire. */
export const associationTabWords = {
  mine: 'tocca_a_te',
  late: 'in_ritardo',
  submitted: 'nuove',
  renewals: 'rinnovi',
  waiting: 'in_attesa_di_documenti',
  toSign: 'da_firmare',
  expiring: 'in_scadenza',
  proposals: 'con_modifica_proposta',
  removals: 'con_cancellazione_chiesta',
  expired: 'scadute',
  removed: 'cancellate',
  rejected: 'respinte',
  every: 'tutte',
} as const
export type AssociationTabName = keyof typeof associationTabWords

/** A part of a list of associations, under a tab: its filters are all that its list is narrowed by. */
export interface AssociationListTab {
  readonly name: AssociationTabName
  readonly filters: AssociationFilters
}

const every: AssociationListTab = { name: 'every', filters: {} }

const tabs: Readonly<Record<keyof typeof associationLists, readonly AssociationListTab[]>> = {
  newRequests: [
    { name: 'late', filters: { isLate: true } },
    { name: 'submitted', filters: { statuses: ['submitted'] } },
    { name: 'renewals', filters: { statuses: ['renewalAsked'] } },
    { name: 'waiting', filters: { statuses: ['documentsAsked'] } },
    { name: 'toSign', filters: { statuses: ['approvedToSign', 'renewalApproved'] } },
    every,
  ],
  enrolled: [
    every,
    { name: 'expiring', filters: { isExpiring: true } },
    { name: 'proposals', filters: { hasProposal: true } },
    { name: 'removals', filters: { isRemovalRequested: true } },
  ],
  notEnabled: [
    every,
    { name: 'expired', filters: { statuses: ['expired'] } },
    { name: 'removed', filters: { statuses: ['removed'] } },
    { name: 'rejected', filters: { statuses: ['rejected'] } },
  ],
}

/** The tabs of a list for a role. The first one of requests is what the badge counts and the entry of the menu opens. */
export const associationListTabs = (list: keyof typeof associationLists, role: Role): readonly AssociationListTab[] =>
  list === 'newRequests' ? [{ name: 'mine', filters: { turns: [...turnsOf(role)] } }, ...tabs[list]] : tabs[list]

/** What narrows the requests to those whose next step is a role's own, as the address has it. */
export const ownTurnInAddress = (role: Role) => ({
  [associationFilterNames.turns]: turnsOf(role)
    .map((turn) => registerTurnWords[turn])
    .join(),
})
