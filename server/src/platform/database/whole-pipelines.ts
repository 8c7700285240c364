import type { PGlite } from '@electric-sql/pglite'

/** What PGLiteSocketServer uses of an engine. */
type ServedEngine = Pick<PGlite, 'waitReady' | 'isInTransaction' | 'runExclusive' | 'execProtocolRawStream' | 'exec'>

const sync = Uint8Array.of(0x53, 0, 0, 0, 4)
// Messages after which the engine answers ReadyForQuery: simple query, function call, Sync, Terminate; 0 is a start-up.
const endings = new Set([0, ...Buffer.from('QFSX')])

/**
 * The engine as the socket server should see it.
 *
 * The server hands the one engine one protocol message at a time and lets another connection in between whenever no
 * transaction is open. A query with parameters is five messages (Parse, Bind, Describe, Execute, Sync) and all
 * connections share the unnamed statement, so a large query that arrives in pieces may be bound to the statement of
 * somebody else and answer with their rows. Here "in a transaction" also means "between Parse and Sync": the server
 * then serves nobody else, and cleans up after a client that goes away in the middle.
 */
export function keepPipelinesWhole(engine: PGlite, onFailure: (error: unknown) => void): PGlite {
  let isOpen = false
  const served: ServedEngine = {
    waitReady: engine.waitReady,
    isInTransaction: () => isOpen || engine.isInTransaction(),
    runExclusive: (work) => engine.runExclusive(work),
    execProtocolRawStream: async (message, options) => {
      try {
        await engine.execProtocolRawStream(message, options)
        isOpen = !endings.has(message[0] ?? 0)
      } catch (error) {
        // Errors of SQL travel in the answers: what is thrown is the engine breaking, and the server would go silent.
        onFailure(error)
        throw error
      }
    },
    exec: async (sql) => {
      if (isOpen) await engine.runExclusive(() => engine.execProtocolRaw(sync))
      isOpen = false
      return engine.isInTransaction() ? engine.exec(sql) : []
    },
  }
  return served as PGlite
}
