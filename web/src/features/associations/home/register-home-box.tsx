import { can } from '@portal/contract'
import { useUser } from '#lib/session/current-user.ts'
import { PendingPanel } from './pending-panel.tsx'

/** The requests for removal on the home page of those who decide on them. */
export function RegisterHomeBox() {
  const { selectedRole } = useUser()
  return can('registerDecisions', selectedRole) ? <PendingPanel kinds={['removal']} /> : null
}
