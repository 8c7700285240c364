import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AuditRecorder } from '../audit/audit-recorder.ts'
import type { SessionUser } from './session.store.ts'

/** The signed-in user of a call, and the recorder of its records. A service takes it where it needs both. */
export interface Caller {
  readonly user: SessionUser
  readonly audit: AuditRecorder
}

/** A call that reads or changes the session of its browser. */
export interface BrowserCall {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly audit: AuditRecorder
}

/** A user in a role, as far as it decides which records they may read. */
export type Reader = Pick<SessionUser, 'id' | 'selectedRole'>
