import { type Issue, type Report, submitReport } from '@portal/contract'
import type { FastifyRequest } from 'fastify'
import type { Serve } from '#platform/http/serve.ts'
import { networkOf } from '#platform/network.ts'
import { invalidInput } from '#platform/problem.ts'
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

function idempotencyKeyOf(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key === 'string' && /^[\x21-\x7e]{1,200}$/.test(key)) return key
  throw invalidInput([{ path: 'Idempotency-Key', message: 'chiave_non_valida' }])
}
