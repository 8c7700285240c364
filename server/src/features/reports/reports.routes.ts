import { type FieldError, formMarkHeader, type Report, readFormMark, reportForm, submitReport } from '@portal/contract'
import type { FastifyRequest } from 'fastify'
import type { Serve } from '#platform/http/serve.ts'
import { idempotencyKeyOf } from '#platform/idempotency.ts'
import { networkOf } from '#platform/network.ts'
import type { Visitors } from '#platform/session/visitor-cookie.ts'
import type { Reports } from './reports.service.ts'

interface Services {
  readonly reports: Reports
  readonly visitors: Visitors
  readonly reference: { fieldErrorsOf(form: typeof reportForm, report: Report): Promise<FieldError[]> }
}

export function serveReports(serve: Serve, { reports, visitors, reference }: Services) {
  serve(
    submitReport,
    ({ body: { associationId, ...report } }, { request, language, user, audit }) => {
      const sender = {
        network: networkOf(request.ip),
        idempotencyKey: idempotencyKeyOf(request),
        visitorHash: visitors.hashOf(request),
        userId: user?.id,
        associationId,
        mark: markOf(request),
        language,
      }
      return reports.submit(report, sender, audit)
    },
    (report) => reference.fieldErrorsOf(reportForm, report),
  )
}

function markOf({ headers }: FastifyRequest) {
  const header = headers[formMarkHeader.toLowerCase()]
  return readFormMark(typeof header === 'string' ? header : undefined)
}
