import { auditWords, type Endpoint, type Page } from '@portal/contract'
import type * as z from 'zod/mini'
import { type AuditRecorder, idsOf } from '../audit/audit-recorder.ts'
import type { Row } from '../database/list.ts'
import type { ContextOf, InputOf, Serve } from './serve.ts'

/** An endpoint of a paged list, with its page query or as a body. */
export type ListEndpoint = Endpoint & { readonly reply: z.ZodMiniType<Page<Row>> }

type RequestOf<E extends ListEndpoint> = E extends { readonly body: z.ZodMiniType }
  ? InputOf<E>['body']
  : InputOf<E>['query']

/** Serves a list that needs no service: `read` returns its page, whose rows are recorded in the audit log. */
export function serveList<E extends ListEndpoint>(
  serve: Serve,
  endpoint: E,
  read: (request: RequestOf<E>, context: ContextOf<E>) => Promise<z.output<E['reply']>>,
) {
  serve<ListEndpoint>(endpoint, async ({ query, body }, context) => {
    const page = await read((body ?? query) as RequestOf<E>, context as ContextOf<E>)
    if (endpoint.audit !== 'none')
      (context as { audit: AuditRecorder }).audit.record(auditWords[endpoint.audit], idsOf(page.rows))
    return page
  })
}
