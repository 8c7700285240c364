import { clearFlaggedReport, listFlaggedReports } from '@portal/contract'
import type { Serve } from '#platform/http/serve.ts'
import { createFlaggedReports, type FlaggedReportSources } from './flagged-reports.service.ts'

export function serveFlaggedReports(serve: Serve, sources: FlaggedReportSources) {
  const flaggedReports = createFlaggedReports(sources)
  serve(listFlaggedReports, ({ query }, caller) => flaggedReports.list(query, caller))
  serve(clearFlaggedReport, ({ params }, caller) => flaggedReports.clear(params.id, caller))
}
