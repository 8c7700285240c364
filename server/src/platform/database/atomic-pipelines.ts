import type { PGlite } from '@electric-sql/pglite'

/** What PGLiteSocketServer uses of an engine. */
type ServedEngine = Pick<PGlite, 'waitReady' | 'isInTransaction' | 'runExclusive' | 'execProtocolRawStream' | 'exec'>

const sync = Uint8Array.of(0x53, 0, 0, 0, 4)
// Messages after which the engine answers ReadyForQuery: simple query, function call, Sync, Terminate; 0 is a start-up.
const endings = new Set([0, ...Buffer.from('QFSX')])

// Messages of a pipeline: the client waits for no answer before it sends the next.
const pipelined = new Set(Buffer.from('PBDEC'))
/** Bytes of answers that are held back at most. */
const mostHeld = 65_536

/** Answers of the engine, held back and passed on in one piece. */
function heldAnswers() {
  let chunks: Buffer[] = []
  let size = 0
  return {
    /** Takes a copy: the engine uses the bytes again. */
    add(chunk: Uint8Array) {
      chunks.push(Buffer.from(chunk))
      size += chunk.length
      return size > mostHeld
    },
    take(): Buffer {
      const all = Buffer.concat(chunks, size)
      chunks = []
      size = 0
      return all
    },
  }
}

/**
 * The engine as the socket server should see it.
 *
 * The server hands the one engine one protocol message at a time and lets another connection in between whenever no
 * transaction is open. A query with parameters is five messages (Parse, Bind, Describe, Execute, Sync) and all
 * connections share the unnamed statement, so a large query that arrives in pieces may be bound to the statement of
 * somebody else and answer with their rows. Here "in a transaction" also means "between Parse and Sync": the server
 * then serves nobody else, and cleans up after a client that goes away in the middle.
 *
 * The answers to the five leave together, since each that leaves by itself wakes the client's thread: of the time of short
 * queries that was a third.
 */
export function keepPipelinesWhole(engine: PGlite, onFailure: (error: unknown) => void): PGlite {
  let isOpen = false
  const held = heldAnswers()
  const served: ServedEngine = {
    waitReady: engine.waitReady,
    isInTransaction: () => isOpen || engine.isInTransaction(),
    runExclusive: (work) => engine.runExclusive(work),
    execProtocolRawStream: async (message, options) => {
      try {
        const pass = () => {
          const answers = held.take()
          if (answers.length > 0) options?.onRawData(answers)
        }
        await engine.execProtocolRawStream(message, {
          ...options,
          onRawData: (chunk) => {
            if (held.add(chunk)) pass()
          },
        })
        isOpen = !endings.has(message[0] ?? 0)
        if (!pipelined.has(message[0] ?? 0)) pass()
      } catch (error) {
        // Errors of SQL travel in the answers: what is thrown is the engine breaking, and the server would go silent.
        onFailure(error)
        throw error
      }
    },
    exec: async (sql) => {
      if (isOpen) await engine.runExclusive(() => engine.execProtocolRaw(sync))
      isOpen = false
      held.take()
      return engine.isInTransaction() ? engine.exec(sql) : []
    },
  }
  return served as PGlite
}
