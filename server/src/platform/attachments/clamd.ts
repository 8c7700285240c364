import { once } from 'node:events'
import { createConnection, type Socket } from 'node:net'

/** Verdict of the antivirus; `away` when its answer is missing or invalid. */
export type Verdict = 'clean' | 'infected' | 'slow' | 'away'

/** Scans a stream for malware. */
export type Scan = (source: AsyncIterable<Uint8Array>) => Promise<Verdict>

interface Timeouts {
  /** Timeout of the connection. */
  readonly connectMs: number
  /** Timeout of the whole scan. */
  readonly totalMs: number
}

const defaultTimeouts: Timeouts = { connectMs: 5000, totalMs: 60_000 }
const longestAnswer = 4096

/**
 * Scans with clamd by INSTREAM (clamd(8)): chunks with their length, an empty one at the end, then one line of answer. Only
 * an explicit OK means clean; any other outcome is not a verdict.
 */
export function clamdScan(url: string, timeouts: Timeouts = defaultTimeouts): Scan {
  const { hostname, port } = new URL(url)
  const address = { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || 3310) }
  return async (source) => {
    const socket = createConnection(address).setNoDelay()
    let isLate = false
    const late = () => {
      isLate = true
      // With an error, because the connection may still be awaited.
      socket.destroy(new Error('late'))
    }
    // Errors are handled where connection and answer are awaited; in between they must not end the process.
    socket.on('error', () => {})
    const timers = [setTimeout(late, timeouts.totalMs)]
    const connecting = setTimeout(late, timeouts.connectMs)
    try {
      await once(socket, 'connect')
      clearTimeout(connecting)
      return readVerdict(await exchange(socket, source))
    } catch {
      return isLate ? 'slow' : 'away'
    } finally {
      for (const timer of [...timers, connecting]) clearTimeout(timer)
      socket.destroy()
    }
  }
}

async function exchange(socket: Socket, source: AsyncIterable<Uint8Array>): Promise<string> {
  const answer = readAnswer(socket)
  // Handled where it is awaited; until then an error of the connection must not end the process.
  answer.catch(() => {})
  socket.write('zINSTREAM\0')
  for await (const chunk of source) {
    const length = Buffer.alloc(4)
    length.writeUInt32BE(chunk.length)
    socket.write(length)
    // clamd may close early, once it has found malware.
    if (socket.write(chunk) === false) await Promise.race([once(socket, 'drain'), answer])
    if (!socket.writable) break
  }
  if (socket.writable) socket.write(Buffer.alloc(4))
  return answer
}

async function readAnswer(socket: Socket): Promise<string> {
  let text = ''
  for await (const chunk of socket) {
    text += chunk
    if (text.includes('\0') || text.length > longestAnswer) break
  }
  return text
}

function readVerdict(answer: string): Verdict {
  const line = answer.replace(/\0.*$/s, '').trim()
  if (line.endsWith(' FOUND')) return 'infected'
  return line === 'stream: OK' ? 'clean' : 'away'
}
