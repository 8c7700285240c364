import { actOnAssessment, getAssessment, getAssessmentDocument, getAssessmentWordFile } from '@portal/contract'
import type { Serve } from '#platform/http/serve.ts'
import { type DocumentNeeds, pdfOf, wordOf } from './assessment-files.service.ts'
import { type AssessmentNeeds, act, readAssessment } from './assessments.service.ts'

export function serveAssessments(
  serve: Serve,
  { assessmentNeeds: needs }: { readonly assessmentNeeds: AssessmentNeeds & DocumentNeeds },
) {
  serve(getAssessment, ({ params }, caller) => readAssessment(needs, params.id, caller))
  serve(actOnAssessment, ({ params, body }, caller) => act(needs, { ...params, ...body }, caller))
  serve(getAssessmentDocument, ({ params, query }, caller) => pdfOf(needs, { ...params, ...query }, caller))
  serve(getAssessmentWordFile, ({ params }, caller) => wordOf(needs, params.id, caller))
}
