import { type CaseDetail, caseActions, isActionFor, type Role } from '@portal/contract'

/** The two answers to a proposal to close a case. */
export const answers = ['close', 'sendBack'] as const

/** Whether a role answers the proposal to close this case. */
export const isProposedTo = ({ closingProposedAt }: Pick<CaseDetail, 'closingProposedAt'>, role: Role) =>
  closingProposedAt !== undefined && isActionFor(caseActions.sendBack, role)
