import {
  downloadOpenData,
  getCaseStatistics,
  getOpenData,
  getOpenDataCatalogue,
  getRegisterStatistics,
  getStatisticsFile,
  startCaseStatistics,
  startRegisterStatistics,
  startStatisticsFile,
} from '@portal/contract'
import type { Serve } from '#platform/http/serve.ts'
import type { OpenData } from './open-data/open-data.service.ts'
import type { Statistics } from './statistics.service.ts'

export function serveStatistics(serve: Serve, { statistics }: { readonly statistics: Statistics }) {
  serve(startCaseStatistics, ({ body }, caller) => statistics.startCases(body, caller))
  serve(getCaseStatistics, ({ body }, { user }) => statistics.getCases(body.id, user))
  serve(startRegisterStatistics, ({ body }, caller) => statistics.startRegister(body, caller))
  serve(getRegisterStatistics, ({ body }, { user }) => statistics.getRegister(body.id, user))
  serve(startStatisticsFile, ({ body }, caller) => statistics.startFile(body, caller))
  serve(getStatisticsFile, ({ body }, caller) => statistics.file(body.id, caller))
}

/** What everybody may read of the statistics. */
export function serveOpenData(serve: Serve, { openData }: { readonly openData: OpenData }) {
  serve(getOpenData, (_input, { language }) => openData.get(language))
  serve(downloadOpenData, ({ query }) => openData.download(query.format))
  serve(getOpenDataCatalogue, openData.catalogue)
}
