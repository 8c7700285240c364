import { listAudit, verifyAuditLog } from '@portal/contract'
import type { Serve } from '#platform/http/serve.ts'
import type { AuditLog } from './audit.service.ts'

export function serveAudit(serve: Serve, auditLog: AuditLog) {
  serve(listAudit, ({ query }, { user }) => auditLog.list(query, user))
  serve(verifyAuditLog, ({ query }) => auditLog.verify(query.day))
}
