import type { SpanExporter } from '@opentelemetry/sdk-trace'
import { createTracing, type Tracing } from './tracing.ts'

interface Options {
  /** Address of a collector that takes OTLP over HTTP. */
  readonly endpoint: string
  /** How many calls and jobs in a hundred are traced. */
  readonly percent: number
  readonly trustProxy: boolean
  readonly version: string
}

export type StartedTracing = Tracing & { readonly stop: () => Promise<void> }

/** Starts to send traces. The packages are loaded now: a server without traces never does. */
export async function startTracing({ endpoint, percent, trustProxy, version }: Options): Promise<StartedTracing> {
  const [{ BatchSpanProcessor, ParentBasedSampler, TraceIdRatioBasedSampler, TracerProvider }, { OTLPTraceExporter }] =
    await Promise.all([import('@opentelemetry/sdk-trace'), import('@opentelemetry/exporter-trace-otlp-http')])
  const { resourceFromAttributes } = await import('@opentelemetry/resources')
  const exporter: SpanExporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces` })
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'portale', 'service.version': version }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(percent / 100) }),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  })
  const tracing = createTracing({ tracer: provider.getTracer('portale'), trustProxy })
  return Object.assign(tracing, { stop: () => provider.shutdown().catch(() => {}) })
}
