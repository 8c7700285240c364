import { clearFlaggedReport, listFlaggedReports } from '@portal/contract'
import type { Serve } from '#platform/http/serve.ts'
import type { FlaggedReports } from './flagged-reports.service.ts'

export function serveFlaggedReports(serve: Serve, flaggedReports: FlaggedReports) {
  serve(listFlaggedReports, ({ query }, { user }) => flaggedReports.list(query, user))
  serve(clearFlaggedReport, ({ params }, { user }) => flaggedReports.clear(params.id, user))
}
