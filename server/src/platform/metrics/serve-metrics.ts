import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Metrics } from './metrics.ts'

export interface MetricsServer {
  readonly port: number
  stop(): Promise<void>
}

interface Options {
  readonly host: string
  readonly port: number
  readonly metrics: Pick<Metrics, 'text' | 'contentType'>
}

/** Serves the metrics on a port of their own, which the load balancer does not lead to. */
export async function serveMetrics({ host, port, metrics }: Options): Promise<MetricsServer> {
  const server = createServer(async ({ method, url }, reply) => {
    if (method !== 'GET' || url !== '/metrics') return reply.writeHead(404).end()
    try {
      const text = await metrics.text()
      return reply.writeHead(200, { 'content-type': metrics.contentType }).end(text)
    } catch {
      return reply.writeHead(500).end()
    }
  })
  await listening(server, host, port)
  return {
    port: (server.address() as AddressInfo).port,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const listening = (server: Server, host: string, port: number) =>
  new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
