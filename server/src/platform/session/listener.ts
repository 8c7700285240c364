import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'

interface Options {
  /** A connection of its own, to PostgreSQL itself: a pooler hands out connections that hear nothing. */
  readonly connection: pg.ClientConfig
  readonly channel: string
  readonly onMessage: (payload: string) => void
  /** Nothing that is sent from now on is missed, until `onDown`. */
  readonly onUp: () => void
  readonly onDown: (error: Error) => void
}

/** A silent connection is asked this often whether it still stands, and has as long to answer. */
const askEveryMs = 1000
const retryMs = 500

export type Listener = ReturnType<typeof listen>

/** Listens to the notifications of a channel, and connects again whenever the connection ends. */
export function listen(options: Options) {
  const stopping = new AbortController()
  let ended = Promise.resolve()

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      await listenOnce(options, stopping.signal).catch(options.onDown)
      await delay(retryMs, undefined, { signal: stopping.signal, ref: false }).catch(() => {})
    }
  }

  ended = run()
  return {
    async stop(): Promise<void> {
      stopping.abort()
      await ended
    },
  }
}

/** Throws once the connection has ended; returns when it is stopped. */
async function listenOnce({ connection, channel, onMessage, onUp }: Options, signal: AbortSignal): Promise<void> {
  const client = new pg.Client({ connectionTimeoutMillis: 5000, query_timeout: askEveryMs, ...connection })
  const end = new Promise<never>((_resolve, reject) => {
    client.on('error', reject)
    client.on('end', () => reject(new Error('The listening connection has ended.')))
  })
  end.catch(() => {})
  client.on('notification', ({ payload = '' }) => onMessage(payload))
  try {
    await client.connect()
    await client.query(`listen ${pg.escapeIdentifier(channel)}`)
    onUp()
    while (!signal.aborted) {
      await Promise.race([delay(askEveryMs, undefined, { signal, ref: false }).catch(() => {}), end])
      if (!signal.aborted) await Promise.race([client.query('select 1'), end])
    }
  } finally {
    // Not awaited for long: the other side may be gone.
    await Promise.race([client.end(), delay(askEveryMs, undefined, { ref: false })]).catch(() => {})
  }
}
