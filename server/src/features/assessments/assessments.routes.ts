import {
  actOnAssessment,
  actOnSummary,
  getAssessment,
  getAssessmentDocument,
  getAssessmentFeed,
  getAssessmentWordFile,
  getPublishedAssessment,
  getSummary,
  listPublishedAssessments,
} from '@portal/contract'
import type { Context, Serve } from '#platform/http/serve.ts'
import { networkOf } from '#platform/network.ts'
import { type DocumentNeeds, pdfOf, wordOf } from './assessment-files.service.ts'
import { act, readAssessment } from './assessments.service.ts'
import type { PublishedAssessments } from './summary/published.service.ts'
import { actOnSummaryOf, readSummary, type SummaryNeeds } from './summary/summary.service.ts'

interface Services {
  readonly assessmentNeeds: SummaryNeeds & DocumentNeeds
  readonly publishedAssessments: PublishedAssessments
}

export function serveAssessments(serve: Serve, { assessmentNeeds: needs, publishedAssessments }: Services) {
  serve(getAssessment, ({ params }, caller) => readAssessment(needs, params.id, caller))
  serve(actOnAssessment, ({ params, body }, caller) => act(needs, { ...params, ...body }, caller))
  serve(getAssessmentDocument, ({ params, query }, caller) => pdfOf(needs, { ...params, ...query }, caller))
  serve(getAssessmentWordFile, ({ params }, caller) => wordOf(needs, params.id, caller))
  serve(getSummary, ({ params }, caller) => readSummary(needs, params.id, caller))
  serve(actOnSummary, ({ params, body }, caller) => actOnSummaryOf(needs, { ...params, ...body }, caller))
  serve.fixed(listPublishedAssessments, publishedAssessments.version, ({ query }, context) =>
    publishedAssessments.list(query, callerOf(context)),
  )
  serve(getPublishedAssessment, ({ params }, { language }) => publishedAssessments.get(params.id, language))
  serve(getAssessmentFeed, (_input, { language }) => publishedAssessments.feed(language))
}

/** Searches of anonymous callers have a limit by network. */
const callerOf = ({ language, user, request }: Context) => ({
  language,
  network: user ? undefined : networkOf(request.ip),
})
