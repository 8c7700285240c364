import { listAudit, verifyAuditLog } from '@portal/contract'
import type { Serve } from '#platform/http/serve.ts'
import { type AuditSources, createAuditLog } from './audit.service.ts'

export function serveAudit(serve: Serve, sources: AuditSources) {
  const auditLog = createAuditLog(sources)
  serve(listAudit, ({ query }, caller) => auditLog.list(query, caller))
  serve(verifyAuditLog, ({ query }, { audit }) => auditLog.verify(query.day, audit))
}
