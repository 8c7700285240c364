import { listAudit, verifyAuditLog } from '@portal/contract'
import type { Serve } from '#platform/http/serve.ts'
import type { AuditLog } from './audit.service.ts'

export function serveAudit(serve: Serve, auditLog: AuditLog) {
  serve(listAudit, ({ query }, caller) => auditLog.list(query, caller))
  serve(verifyAuditLog, ({ query }, { audit }) => auditLog.verify(query.day, audit))
}
