import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/**
 * Makes `close` end the connections too: active ones as soon as their answer is sent, idle ones at once, and those that
 * browsers opened in advance and never used, which Node itself would wait for.
 */
export function endConnectionsOnClose(app: FastifyInstance) {
  const unused = watchUnused(app.server)
  let timer: ReturnType<typeof setInterval> | undefined
  app.addHook('preClose', async () => {
    for (const socket of unused) socket.destroy()
    timer = setInterval(() => app.server.closeIdleConnections(), 50)
  })
  app.addHook('onClose', async () => clearInterval(timer))
}

/** Tracks the connections that have not carried a request yet. */
function watchUnused(server: Server): ReadonlySet<Socket> {
  const unused = new Set<Socket>()
  server.on('connection', (socket) => {
    unused.add(socket)
    socket.once('close', () => unused.delete(socket))
  })
  server.on('request', ({ socket }) => unused.delete(socket))
  return unused
}
