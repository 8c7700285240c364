import {
  getCaseStatistics,
  getRegisterStatistics,
  getStatisticsFile,
  startCaseStatistics,
  startRegisterStatistics,
  startStatisticsFile,
} from '@portal/contract'
import type { Serve } from '#platform/http/serve.ts'
import type { Statistics } from './statistics.service.ts'

export function serveStatistics(serve: Serve, { statistics }: { readonly statistics: Statistics }) {
  serve(startCaseStatistics, ({ body }, caller) => statistics.startCases(body, caller))
  serve(getCaseStatistics, ({ body }, { user }) => statistics.getCases(body.id, user))
  serve(startRegisterStatistics, ({ body }, caller) => statistics.startRegister(body, caller))
  serve(getRegisterStatistics, ({ body }, { user }) => statistics.getRegister(body.id, user))
  serve(startStatisticsFile, ({ body }, { user }) => statistics.startFile(body.ids[0] ?? 0, user))
  serve(getStatisticsFile, ({ body }, caller) => statistics.file(body.id, caller))
}
