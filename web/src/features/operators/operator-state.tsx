import type { OperatorRow } from '@portal/contract'
import { useTranslation } from 'react-i18next'
import { StatusChip, type StatusKind } from '#ui/status-chip.tsx'

type Dated = Pick<OperatorRow, 'isEnabled' | 'enabledAt' | 'disabledAt'> & { readonly deletedAt?: Date | undefined }
type State = 'enabled' | 'waiting' | 'disabled' | 'deleted'

/** Where an account stands, and since when or from when. */
export function stateOf({ isEnabled, enabledAt, disabledAt, deletedAt }: Dated, now: Date): [State, Date | undefined] {
  if (deletedAt) return ['deleted', deletedAt]
  if (!isEnabled) return ['disabled', disabledAt]
  return [enabledAt > now ? 'waiting' : 'enabled', enabledAt]
}

const kindOf: Record<State, StatusKind> = {
  enabled: 'closed',
  waiting: 'assigning',
  disabled: 'cancelled',
  deleted: 'failed',
}

export function OperatorState({ operator }: { operator: Dated }) {
  const { t } = useTranslation()
  const [state] = stateOf(operator, new Date())
  return <StatusChip kind={kindOf[state]} label={t(`operators.states.${state}`)} />
}
