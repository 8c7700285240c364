import type { Writable } from 'node:stream'
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type { Pool, PoolClient } from 'pg'

/** Sends a statement on a connection. */
export type Send = (text: string, values: readonly unknown[]) => Promise<unknown>

const nothing = { command: '', rowCount: null, rows: [] }

/** Sends all statements of a turn of the event loop in one packet. */
function createTurns({ stream }: { readonly stream: Writable }) {
  let isOpen = false
  return () => {
    if (isOpen) return
    isOpen = true
    stream.cork()
    process.nextTick(() => {
      isOpen = false
      stream.uncork()
    })
  }
}

/**
 * A connection that waits for as few answers as possible: the start of a transaction is sent with its first statement, and its end
 * only once, by `commitWith` or by Kysely.
 */
function pipelined(client: PoolClient, send: Send): PostgresPoolClient {
  const openTurn = createTurns(client.connection)
  let transaction: 'none' | 'starting' | 'open' = 'none'
  const query: Send = async (text, values = []) => {
    if (text === 'begin') {
      transaction = 'starting'
      return nothing
    }
    const isEnd = text === 'commit' || text === 'rollback'
    if (isEnd && transaction !== 'open') {
      transaction = 'none'
      return nothing
    }
    openTurn()
    if (transaction === 'starting') {
      transaction = 'open'
      const [, result] = await Promise.all([client.query('begin'), send(text, values)])
      return result
    }
    if (isEnd) transaction = 'none'
    return send(text, values)
  }
  return { query: query as PostgresPoolClient['query'], release: () => client.release() }
}

/** A pool for Kysely of pipelined connections (option `pipeline` of `pg`); `sendOn` sends a statement on one of them. */
export function pipelinedPool(pool: Pool, sendOn: (client: PoolClient) => Send): PostgresPool {
  const clients = new WeakMap<PoolClient, PostgresPoolClient>()
  return {
    async connect() {
      const client = await pool.connect()
      const known = clients.get(client) ?? pipelined(client, sendOn(client))
      clients.set(client, known)
      return known
    },
    end: () => pool.end(),
  }
}
