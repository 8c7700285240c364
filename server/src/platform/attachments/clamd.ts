import { once } from 'node:events'
import { createConnection, type Socket } from 'node:net'

/** What a scanner says of a file; `away` when it says nothing that can be believed. */
export type Verdict = 'clean' | 'infected' | 'slow' | 'away'

/** Looks for malware in a stream. */
export type Scan = (source: AsyncIterable<Uint8Array>) => Promise<Verdict>

interface Patience {
  /** For the connection to come about. */
  readonly connectMs: number
  /** For the whole of it. */
  readonly totalMs: number
}

const usual: Patience = { connectMs: 5000, totalMs: 60_000 }
const longestAnswer = 4096

/**
 * Asks clamd by INSTREAM (clamd(8)): chunks behind their length, an empty one at the end, then one line. A file is clean only
 * where the line says so; whatever else happens is no verdict.
 */
export function clamdScan(url: string, patience: Patience = usual): Scan {
  const { hostname, port } = new URL(url)
  const address = { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || 3310) }
  return async (source) => {
    const socket = createConnection(address).setNoDelay()
    let isLate = false
    const late = () => {
      isLate = true
      // With an error: the connection may still be awaited.
      socket.destroy(new Error('late'))
    }
    // Told where the connection or the answer is awaited; between the two it must not end the process.
    socket.on('error', () => {})
    const timers = [setTimeout(late, patience.totalMs)]
    const connecting = setTimeout(late, patience.connectMs)
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
  // Met where it is awaited; until then a fault of the connection must not end the process.
  answer.catch(() => {})
  socket.write('zINSTREAM\0')
  for await (const chunk of source) {
    const length = Buffer.alloc(4)
    length.writeUInt32BE(chunk.length)
    socket.write(length)
    // clamd may have found enough and closed.
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
