import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { access, readdir, rm } from 'node:fs/promises'
import { connect, createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { shortPath } from './short-path.ts'

// Two engines on one folder destroy committed rows, so one process holds the folder. There is no pid file that could go
// stale: every process listens on its own socket in the folder and only THEN calls all the others. Of two processes the
// one that listens second finds the first, so they can never both hold the folder. A process that dies stops listening at
// once. Only a holder removes the sockets of dead processes; a candidate whose own socket was removed before it listened
// starts over. The lock works within one kernel: on a network disk it does not see other machines.

export interface DataFolderLock {
  release(): Promise<void>
}

interface Candidate {
  name: string
  /** From now on callers get the answer that the folder is held and not only requested. */
  hold(): void
  close(): Promise<void>
}

interface Answer {
  pid: string
  holds: boolean
}

const attempts = 12
const isLockName = (name: string) => /^lock-[0-9a-f]+\.sock$/.test(name)

/** Makes this process the only holder of `dir`, which must exist. Throws a sentence with the pid of another holder. */
export async function lockDataFolder(dir: string): Promise<DataFolderLock> {
  const short = await shortPath(dir)
  try {
    const candidate = await acquireFolder(short.path, dir)
    let releasing: Promise<void> | undefined
    const releaseAll = async () => {
      await candidate.close()
      await short.remove()
    }
    return {
      release: () => {
        releasing ??= releaseAll()
        return releasing
      },
    }
  } catch (error) {
    await short.remove()
    throw error
  }
}

async function acquireFolder(folder: string, dir: string): Promise<Candidate> {
  let other: Answer | undefined
  for (let attempt = 0; attempt < attempts; attempt++) {
    const candidate = await listen(folder, dir)
    const names = (await readdir(folder)).filter((name) => isLockName(name) && name !== candidate.name)
    const answers = await Promise.all(names.map((name) => call(join(folder, name))))
    other = answers.find((answer) => answer?.holds) ?? answers.find((answer) => answer !== undefined)
    if (!other && (await exists(join(folder, candidate.name)))) {
      candidate.hold()
      await Promise.all(names.map((name) => rm(join(folder, name), { force: true })))
      return candidate
    }
    await candidate.close()
    if (other?.holds) break
    await delay(10 + Math.random() * 30 * (attempt + 1))
  }
  const holder = other ? ` (process ${other.pid})` : ''
  throw new Error(
    `The data folder ${dir} is in use by another program${holder}. Stop that one first, or choose another folder.`,
  )
}

async function listen(folder: string, dir: string): Promise<Candidate> {
  const name = `lock-${randomBytes(8).toString('hex')}.sock`
  let holds = false
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.end(`${process.pid} ${holds ? 'holds' : 'asks'}`, () => socket.destroy())
  })
  server.listen(join(folder, name))
  try {
    await once(server, 'listening')
  } catch (cause) {
    throw new Error(`The data folder ${dir} cannot be locked: it must be on a local disk that allows Unix sockets.`, {
      cause,
    })
  }
  server.unref()
  return {
    name,
    hold: () => {
      holds = true
    },
    close: () => close(server),
  }
}

// Closing a listening socket also removes its file.
const close = (server: Server) => new Promise<void>((done) => server.close(() => done()))

/** Calls a socket; undefined when nobody listens. A process that is too busy to answer, or is ending, counts as a candidate. */
function call(path: string): Promise<Answer | undefined> {
  return new Promise((resolve) => {
    let text = ''
    const socket = connect(path)
    const answer = () => {
      const [pid, state] = text.split(' ')
      socket.destroy()
      resolve({ pid: pid || 'unknown', holds: state === 'holds' })
    }
    socket.setTimeout(500, answer)
    socket.on('data', (chunk) => {
      text += chunk.toString()
    })
    socket.on('end', answer)
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED' || error.code === 'ENOENT') resolve(undefined)
      else answer()
    })
  })
}

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  )
