import type { AssociationStatus } from '@portal/contract'
import { useTranslation } from 'react-i18next'
import { StatusChip, type StatusKind } from '#ui/status-chip.tsx'

const states = {
  enrolled: 'closed',
  renewing: 'working',
  expired: 'expired',
  removed: 'cancelled',
  rejected: 'failed',
} as const satisfies Record<string, StatusKind>

/** What the public reads of each status: those of a request that is under way are a renewal, since others are not published. */
const stateOf = {
  submitted: 'renewing',
  documentsAsked: 'renewing',
  approvedToSign: 'renewing',
  enrolled: 'enrolled',
  expired: 'expired',
  removed: 'removed',
  rejected: 'rejected',
  renewalAsked: 'renewing',
  renewalApproved: 'renewing',
} as const satisfies Record<AssociationStatus, keyof typeof states>

/** The status of an enrolment, in the words of the public register. */
export function EnrolmentState({ status }: { readonly status: AssociationStatus }) {
  const { t } = useTranslation()
  const state = stateOf[status]
  return <StatusChip kind={states[state]} label={t(`publicRegister.states.${state}`)} />
}
