import type { AssociationStatus } from '@portal/contract'
import { useTranslation } from 'react-i18next'
import { StatusChip, type StatusKind } from '#ui/status-chip.tsx'

const states = { enrolled: 'closed', expired: 'expired', removed: 'cancelled' } as const satisfies Partial<
  Record<AssociationStatus, StatusKind>
>
type State = keyof typeof states

const isState = (status: AssociationStatus): status is State => Object.hasOwn(states, status)

/** The status of an enrolment, in the words of the public register: a renewal that is under way is still enrolled. */
export function EnrolmentState({ status }: { readonly status: AssociationStatus }) {
  const { t } = useTranslation()
  const state = isState(status) ? status : 'enrolled'
  return <StatusChip kind={states[state]} label={t(`publicRegister.states.${state}`)} />
}
