import { type Issue, type Report, submitReport } from '@portal/contract'
import type { Serve } from '#platform/http/serve.ts'
import { idempotencyKeyOf } from '#platform/idempotency.ts'
import { networkOf } from '#platform/network.ts'
import type { Reports } from './reports.service.ts'

/** `check` tells the faults of choices that no reference list has. */
export function serveReports(serve: Serve, reports: Reports, check: (report: Report) => Promise<Issue[]>) {
  serve(
    submitReport,
    ({ body }, { request, language }) =>
      reports.submit(body, {
        network: networkOf(request.ip),
        idempotencyKey: idempotencyKeyOf(request),
        language,
      }),
    check,
  )
}
