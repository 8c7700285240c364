import { once } from 'node:events'
import { type AddressInfo, createConnection, createServer, type NetConnectOpts, type Socket } from 'node:net'

/** What a proxy does to what one side sends: passes it on, swallows it, or ends the connection instead. */
type Way = 'pass' | 'drop' | 'reset'

export type NetworkProxy = Awaited<ReturnType<typeof startNetworkProxy>>

/** A network between a client and a server, which a test cuts: both ways, one way, or at the instant when the client sends some bytes. */
export async function startNetworkProxy(target: NetConnectOpts, address = '127.0.0.1', port = 0) {
  let toServer: Way = 'pass'
  let toClient: Way = 'pass'
  let cutAt: { readonly bytes: Buffer; readonly isPassed: boolean } | undefined
  const open = new Set<Socket>()
  let connections = 0

  function carry(from: Socket, to: Socket, wayOf: (chunk: Buffer) => Way) {
    from.on('data', (chunk: Buffer) => {
      const way = wayOf(chunk)
      if (way === 'pass') to.write(chunk)
      if (way === 'reset') for (const socket of [from, to]) socket.destroy()
    })
    from.on('end', () => wayOf(Buffer.alloc(0)) === 'pass' && to.end())
    from.on('error', () => to.destroy())
    from.on('close', () => {
      open.delete(from)
      to.destroy()
    })
  }

  const proxy = createServer((client) => {
    const server = createConnection(target)
    connections += 1
    let isCut = false
    open.add(client).add(server)
    carry(client, server, (chunk) => {
      if (!cutAt || !chunk.includes(cutAt.bytes)) return toServer
      const { isPassed } = cutAt
      cutAt = undefined
      isCut = isPassed
      return isPassed ? 'pass' : 'reset'
    })
    carry(server, client, () => (isCut ? 'reset' : toClient))
  })
  proxy.listen(port, address)
  await once(proxy, 'listening')
  return {
    port: (proxy.address() as AddressInfo).port,
    /** How often a client has connected. */
    connections: () => connections,
    /** Ends all connections; new ones are as `setWays` says. */
    reset() {
      for (const socket of open) socket.destroy()
    },
    setWays(ways: { readonly toServer?: Way; readonly toClient?: Way }) {
      toServer = ways.toServer ?? 'pass'
      toClient = ways.toClient ?? 'pass'
    },
    /** Cuts the connection on which a client next sends these bytes: before the server gets them, or before its answer comes back. */
    cutAt(text: string, { isPassed }: { readonly isPassed: boolean }) {
      cutAt = { bytes: Buffer.from(text), isPassed }
    },
    async stop() {
      for (const socket of open) socket.destroy()
      proxy.close()
      await once(proxy, 'close')
    },
  }
}
