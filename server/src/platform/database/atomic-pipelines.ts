import type { PGlite } from '@electric-sql/pglite'

/** The part of an engine that PGLiteSocketServer uses. */
type ServedEngine = Pick<PGlite, 'waitReady' | 'isInTransaction' | 'runExclusive' | 'execProtocolRawStream' | 'exec'>

const sync = Uint8Array.of(0x53, 0, 0, 0, 4)
// Messages that the engine answers with ReadyForQuery: simple query, function call, Sync, Terminate; 0 is a start-up.
const endings = new Set([0, ...Buffer.from('QFSX')])

// Messages of a pipeline: the client sends the next one without waiting for an answer.
const pipelined = new Set(Buffer.from('PBDEC'))
/** Largest size of buffered answers, in bytes. */
const maxBufferedBytes = 65_536

/** Buffers answers of the engine, to send them in one piece. */
function createAnswerBuffer() {
  let chunks: Buffer[] = []
  let size = 0
  return {
    /** Copies the chunk, because the engine reuses its bytes. Returns true when the buffer is full. */
    add(chunk: Uint8Array) {
      chunks.push(Buffer.from(chunk))
      size += chunk.length
      return size > maxBufferedBytes
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
 * Wraps the engine for the socket server.
 *
 * The server passes one protocol message at a time to the engine, and serves another connection in between while no
 * transaction is open. A query with parameters is five messages (Parse, Bind, Describe, Execute, Sync), and all connections
 * share the unnamed statement. So a large query in several packets could be bound to the statement of another client and
 * return that client's rows. Here "in a transaction" also means "between Parse and Sync": the server then serves no other
 * client, and cleans up after a client that disconnects in the middle.
 *
 * The answers to the five messages are sent together, because each separate answer wakes the client's thread: that was a
 * third of the time of short queries.
 */
export function makePipelinesAtomic(engine: PGlite, onFailure: (error: unknown) => void): PGlite {
  let isOpen = false
  const buffered = createAnswerBuffer()
  const served: ServedEngine = {
    waitReady: engine.waitReady,
    isInTransaction: () => isOpen || engine.isInTransaction(),
    runExclusive: (work) => engine.runExclusive(work),
    execProtocolRawStream: async (message, options) => {
      try {
        const flush = () => {
          const answers = buffered.take()
          if (answers.length > 0) options?.onRawData(answers)
        }
        await engine.execProtocolRawStream(message, {
          ...options,
          onRawData: (chunk) => {
            if (buffered.add(chunk)) flush()
          },
        })
        isOpen = !endings.has(message[0] ?? 0)
        if (!pipelined.has(message[0] ?? 0)) flush()
      } catch (error) {
        // SQL errors are part of the answers. A thrown error means that the engine broke; the server would stop answering.
        onFailure(error)
        throw error
      }
    },
    exec: async (sql) => {
      if (isOpen) await engine.runExclusive(() => engine.execProtocolRaw(sync))
      isOpen = false
      buffered.take()
      return engine.isInTransaction() ? engine.exec(sql) : []
    },
  }
  return served as PGlite
}
