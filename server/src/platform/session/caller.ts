import type { AuditRecorder } from '../audit/audit-act.ts'
import type { SessionUser } from './session.store.ts'

/** The signed-in user of a call, and the recorder of its records. A service takes it where it needs both. */
export interface Caller {
  readonly user: SessionUser
  readonly audit: AuditRecorder
}
