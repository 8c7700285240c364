import { AsyncLocalStorage } from 'node:async_hooks'
import { type Context, ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, type Tracer, trace } from '@opentelemetry/api'
import type { FastifyInstance, FastifyRequest } from 'fastify'

export type Tracing = ReturnType<typeof createTracing>

interface Options {
  readonly tracer: Tracer
  /** Whether a proxy before the portal may say to which trace a call belongs. */
  readonly trustProxy: boolean
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The trace of the call, where calls are traced. */
    span: Span | undefined
  }
}

/**
 * Traces of calls and jobs with their statements, for OpenTelemetry. Names and attributes are those of declarations (paths, queues,
 * tables), never a value of a call.
 */
export function createTracing({ tracer, trustProxy }: Options) {
  const current = new AsyncLocalStorage<Span>()

  async function within<T>(span: Span, work: () => Promise<T>): Promise<T> {
    try {
      return await current.run(span, work)
    } catch (error) {
      // Without its message, which may quote values.
      span.setStatus({ code: SpanStatusCode.ERROR })
      throw error
    } finally {
      span.end()
    }
  }

  return {
    /** Makes a trace of each call. */
    traceCalls(app: FastifyInstance): void {
      app.decorateRequest('span', undefined)
      app.addHook('onRequest', (request, _reply, done) => {
        const { method, routeOptions } = request
        const route = routeOptions.url ?? 'none'
        const attributes = { 'http.request.method': method, 'http.route': route, 'portale.request': request.id }
        const options = { kind: SpanKind.SERVER, attributes }
        request.span = tracer.startSpan(
          `${method} ${route}`,
          options,
          trustProxy ? remoteParent(request) : ROOT_CONTEXT,
        )
        current.run(request.span, done)
      })
      // A body arrives in events of the connection, which know no call.
      app.addHook('preValidation', ({ span }, _reply, done) => (span ? current.run(span, done) : done()))
      app.addHook('onResponse', async ({ span }, { statusCode }) => {
        span?.setAttribute('http.response.status_code', statusCode)
        if (statusCode >= 500) span?.setStatus({ code: SpanStatusCode.ERROR })
        span?.end()
      })
    },

    /** Makes a trace of a job. */
    traceJob: <T>(name: string, work: () => Promise<T>): Promise<T> =>
      within(tracer.startSpan(`job ${name}`, { kind: SpanKind.CONSUMER }, ROOT_CONTEXT), work),

    /** Makes a statement a part of the trace of its call or job. */
    traceStatement<T>(text: string, work: () => Promise<T>): Promise<T> {
      const parent = current.getStore()
      if (!parent) return work()
      const options = { kind: SpanKind.CLIENT, attributes: { 'db.system.name': 'postgresql' } }
      return within(tracer.startSpan(summaryOf(text), options, trace.setSpan(ROOT_CONTEXT, parent)), work)
    },
  }
}

/** What a statement does, and to which table first: `select cases`. */
function summaryOf(text: string): string {
  const [, verb = 'statement'] = /^\s*(?:\/\*.*?\*\/\s*)?(\w+)/.exec(text) ?? []
  const [, table] = /\b(?:from|into|update)\s+"?(\w+)"?/i.exec(text) ?? []
  return [verb.toLowerCase(), table].filter(Boolean).join(' ')
}

/** The trace that a proxy began (W3C Trace Context, `traceparent`). */
function remoteParent({ headers }: FastifyRequest): Context {
  const [, traceId, spanId, flags] =
    /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/.exec(String(headers.traceparent)) ?? []
  if (!(traceId && spanId && flags)) return ROOT_CONTEXT
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true })
}
