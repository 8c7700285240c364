import { clearFlaggedReport, listFlaggedReports } from '@portal/contract'
import type { Serve } from '#platform/http/serve.ts'
import type { FlaggedReports } from './flagged-reports.service.ts'

export function serveFlaggedReports(serve: Serve, flaggedReports: FlaggedReports) {
  serve(listFlaggedReports, ({ query }, caller) => flaggedReports.list(query, caller))
  serve(clearFlaggedReport, ({ params }, caller) => flaggedReports.clear(params.id, caller))
}
