import { listAudit, verifyAuditLog } from '@portal/contract'
import type { Serve } from '#platform/http/serve.ts'
import { serveList } from '#platform/http/serve-list.ts'
import { type AuditSources, createAuditLog } from './audit.service.ts'

export function serveAudit(serve: Serve, sources: AuditSources) {
  const auditLog = createAuditLog(sources)
  serveList(serve, listAudit, (query, { user }) => auditLog.list(query, user))
  serve(verifyAuditLog, ({ query }, caller) => auditLog.verify(query.day, caller))
}
