import { decidableStatuses, mayEnter, type RightsStatus, type Role } from '@portal/contract'

interface Asker {
  readonly id: number
  readonly selectedRole: Role
}

/** Whose requests somebody sees: those of all, or their own. */
export const seesAll = ({ selectedRole }: Asker) => mayEnter('administration', selectedRole)

export const maySee = (asker: Asker, request: { readonly requestedBy: number }) =>
  seesAll(asker) || request.requestedBy === asker.id

/** Who is told what there is of a person. To whoever enters requests the answer would be a search through all cases. */
export const seesFindings = ({ selectedRole }: Asker) => mayEnter('administration', selectedRole)

export type DecisionRefusal = 'not_allowed' | 'same_person' | 'conflict'

/** Why somebody may not decide a request; null when they may. Nobody decides on what they asked for. */
export function decisionRefusal(
  asker: Asker,
  { requestedBy, status }: { readonly requestedBy: number; readonly status: RightsStatus },
): DecisionRefusal | null {
  if (!mayEnter('administration', asker.selectedRole)) return 'not_allowed'
  if (requestedBy === asker.id) return 'same_person'
  return decidableStatuses.some((decidable) => decidable === status) ? null : 'conflict'
}
