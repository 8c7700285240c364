import type { Writable } from 'node:stream'
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type { Pool, PoolClient } from 'pg'
import type { Tracing } from '../tracing/tracing.ts'
import { errorOfWrite, isDatabaseAway } from './database-errors.ts'
import type { Patience } from './patience.ts'

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

interface Connection {
  readonly query: Send
  readonly release: () => void
  /** False once the server behind it was lost or takes no writes. */
  readonly isUsable: () => boolean
}

/** What only reads, and may be sent twice. */
const isRead = (text: string) => /^\s*(select|with)\b/i.test(text) && !/\b(insert|update|delete|merge)\b/i.test(text)

/** Sends statements on a client, and remembers whether its server was lost. */
function watched(client: PoolClient, sendOn: Send, patience: Patience) {
  let isUsable = true
  const send: Send = async (text, values) => {
    try {
      const result = await sendOn(text, values)
      patience.noteAnswer()
      return result
    } catch (error) {
      if (isDatabaseAway(error)) isUsable = false
      throw error
    }
  }
  const sendWrite: Send = (text, values) =>
    send(text, values).catch((error) => {
      throw isRead(text) ? error : errorOfWrite(error)
    })
  const sendRollback: Send = (text, values) =>
    send(text, values).catch((error) => {
      // A transaction whose connection is lost is rolled back.
      if (isUsable) throw error
      return nothing
    })
  return { client, send, sendWrite, sendRollback, isUsable: () => isUsable }
}

/**
 * A connection that waits for as few answers as possible: the start of a transaction is sent with its first statement, and its end
 * only once, by `commitWith` or by Kysely. A write that was sent and not answered throws an OutcomeUnknownError.
 */
function pipelined({ client, send, sendWrite, sendRollback, isUsable }: ReturnType<typeof watched>): Connection {
  const openTurn = createTurns(client.connection)
  let transaction: 'none' | 'starting' | 'open' = 'none'

  async function sendFirst(text: string, values: readonly unknown[]) {
    transaction = 'open'
    const [, result] = await Promise.all([client.query('begin'), send(text, values)])
    return result
  }
  function sendOutside(text: string, values: readonly unknown[]) {
    if (text === 'commit' || text === 'rollback') return Promise.resolve(nothing)
    // Its end would be taken for one that was sent already, and the connection would stay in it.
    if (text.startsWith('start transaction'))
      throw new Error('A transaction begins by `begin`: its isolation is its first statement.')
    return sendWrite(text, values)
  }
  function sendInside(text: string, values: readonly unknown[]) {
    if (text !== 'commit' && text !== 'rollback') return send(text, values)
    transaction = 'none'
    return text === 'commit' ? sendWrite(text, values) : sendRollback(text, values)
  }
  const query: Send = async (text, values = []) => {
    if (text === 'begin') {
      transaction = 'starting'
      return nothing
    }
    if (transaction === 'starting' && (text === 'commit' || text === 'rollback')) transaction = 'none'
    openTurn()
    if (transaction === 'starting') return sendFirst(text, values)
    return transaction === 'open' ? sendInside(text, values) : sendOutside(text, values)
  }
  return { query, release: () => client.release(!isUsable()), isUsable }
}

/** Where connections come from. */
export type Connections = Pick<Pool, 'end'> & { connect(): Promise<PoolClient> }

interface Options {
  /** Sends a statement on a connection. */
  readonly sendOn: (client: PoolClient) => Send
  readonly patience: Patience
  /** Traces a statement; nothing by default. */
  readonly traceStatement?: Tracing['traceStatement'] | undefined
}

/**
 * A pool for Kysely of pipelined connections (option `pipeline` of `pg`). While the database is away it waits for a connection, and
 * repeats on another one what it has not carried out outside of a transaction.
 */
export function pipelinedPool(pool: Connections, { sendOn, patience, traceStatement }: Options): PostgresPool {
  const clients = new WeakMap<PoolClient, Connection>()
  const tracedSend = (client: PoolClient): Send => {
    const send = sendOn(client)
    return traceStatement ? (text, values) => traceStatement(text, () => send(text, values)) : send
  }

  async function take(): Promise<Connection> {
    const client = await pool.connect()
    const known = clients.get(client) ?? pipelined(watched(client, tracedSend(client), patience))
    clients.set(client, known)
    return known
  }

  async function patiently<T>(work: () => Promise<T>): Promise<T> {
    const startedAt = patience.now()
    for (;;)
      try {
        return await work()
      } catch (error) {
        if (!(await patience.mayTryAgain(error, startedAt))) throw error
      }
  }

  async function connect(): Promise<PostgresPoolClient> {
    let connection = await patiently(take)
    let isHeld = true
    let isInTransaction = false
    let replacement: Promise<void> | undefined
    const release = () => {
      if (isHeld) connection.release()
      isHeld = false
    }
    async function replace() {
      release()
      connection = await take()
      isHeld = true
    }
    const query: Send = async (text, values = []) => {
      if (text === 'begin') isInTransaction = true
      if (isInTransaction) return connection.query(text, values)
      return patiently(async () => {
        // Once, however many statements were under way on it.
        if (!connection.isUsable()) replacement ??= replace().finally(() => (replacement = undefined))
        await replacement
        return connection.query(text, values)
      })
    }
    return { query: query as PostgresPoolClient['query'], release }
  }

  return { connect, end: () => pool.end() }
}
