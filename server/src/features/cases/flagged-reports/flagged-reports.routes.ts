import { clearFlaggedReport, listFlaggedReports } from '@portal/contract'
import type { Serve } from '#platform/http/serve.ts'
import { serveList } from '#platform/http/serve-list.ts'
import { createFlaggedReports, type FlaggedReportSources } from './flagged-reports.service.ts'

export function serveFlaggedReports(serve: Serve, sources: FlaggedReportSources) {
  const flaggedReports = createFlaggedReports(sources)
  serveList(serve, listFlaggedReports, (query, { user }) => flaggedReports.list(query, user))
  serve(clearFlaggedReport, ({ params }, caller) => flaggedReports.clear(params.id, caller))
}
