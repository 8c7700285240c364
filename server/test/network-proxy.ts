import { once } from 'node:events'
import { type AddressInfo, createConnection, createServer, type NetConnectOpts, type Socket } from 'node:net'

/** What a proxy does with what one side sends: passes it on, holds it back until it passes again, or ends the connection. */
type Way = 'pass' | 'hold' | 'reset'

export type NetworkProxy = Awaited<ReturnType<typeof startNetworkProxy>>

interface Place {
  readonly host: string
  readonly port: number
}

/** A network between a client and a server, which a test cuts: both ways, one way, or at the instant when the client sends some bytes. */
export async function startNetworkProxy(
  target: NetConnectOpts,
  { host, port }: Place = { host: '127.0.0.1', port: 0 },
) {
  let toServer: Way = 'pass'
  let toClient: Way = 'pass'
  let cutAt: { readonly bytes: Buffer; readonly isPassed: boolean } | undefined
  const open = new Set<Socket>()
  let held: (() => void)[] = []
  let connections = 0

  function carry(from: Socket, to: Socket, wayOf: (chunk: Buffer) => Way) {
    const deliver: Record<Way, (chunk: Buffer) => void> = {
      pass: (chunk) => void to.write(chunk),
      hold: (chunk) => hold(from, () => to.write(chunk)),
      reset() {
        from.destroy()
        to.destroy()
      },
    }
    from.on('data', (chunk: Buffer) => deliver[wayOf(chunk)](chunk))
    from.on('end', () => to.end())
    from.on('error', () => to.destroy())
    from.on('close', () => {
      open.delete(from)
      to.destroy()
    })
  }

  /** As the sender of a network that is cut keeps what was not acknowledged. */
  function hold(from: Socket, send: () => void) {
    from.pause()
    held.push(() => {
      send()
      from.resume()
    })
  }

  const proxy = createServer((client) => {
    const server = createConnection(target)
    let isCut = false
    connections += 1
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
  proxy.listen(port, host)
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
      const sends = held
      held = []
      for (const send of sends) send()
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
