import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { accessSync, constants, readdirSync } from 'node:fs'
import { access, chmod, chown, mkdtemp, rm, statfs, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'

export interface PostgresServer {
  /** URL of the database `postgres` for its superuser `postgres`. */
  readonly url: string
  /** URL of a database of the server for one of its roles. */
  urlOf(role: string, database: string): string
  /** The folder of its socket, with its data in `data`. */
  readonly folder: string
  stop(): Promise<void>
  /** Stops the server and moves its data to the folder `kept`, from which another can start. */
  keepAs(kept: string): Promise<void>
}

interface PostgresOptions {
  /** Data folder to copy and start from. */
  readonly kept?: string | undefined
  /** Lines of postgresql.conf. */
  readonly settings?: readonly string[]
  /** Uses fsync and the disk, as in production, for measurements; tests need neither. */
  readonly isDurable?: boolean
}

/** An account of the system. */
export interface Account {
  uid: number
  gid: number
}

const run = promisify(execFile)
const startTimeoutMillis = 20_000
const newData = '-U postgres -A trust -E UTF8 --locale=C --no-sync'

const volatileSettings = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off']
const roomBytes = 2 * 1024 ** 3

/** A folder in memory if the system has one with room (creating a database takes 0.1 s there, 0.4 s on disk), else the temp folder. */
async function volatileFolder(): Promise<string> {
  const memory = '/dev/shm'
  try {
    await access(memory, constants.W_OK)
    const { bavail, bsize } = await statfs(memory)
    return bavail * bsize > roomBytes ? memory : tmpdir()
  } catch {
    return tmpdir()
  }
}

/**
 * Starts a PostgreSQL server in a temporary folder. Returns undefined if PostgreSQL is not installed, so that the caller can
 * skip its tests; on CI it throws instead.
 */
export async function startPostgres({
  kept,
  settings = [],
  isDurable = false,
}: PostgresOptions = {}): Promise<PostgresServer | undefined> {
  const binaries = findPostgresBinaries()
  if (!binaries) {
    if (process.env.CI) throw new Error('PostgreSQL is not installed: on CI the tests must run on it too.')
    return undefined
  }
  const folder = await mkdtemp(join(isDurable ? tmpdir() : await volatileFolder(), 'portale-pg-'))
  const account = await unprivilegedAccount()
  if (account) await chown(folder, account.uid, account.gid)
  await chmod(folder, 0o700)
  const data = join(folder, 'data')
  const options = { ...account, cwd: folder }
  try {
    if (kept) await run('cp', ['-a', kept, data])
    else await run(join(binaries, 'initdb'), ['-D', data, ...newData.split(' ')], options)
    const more = [...(isDurable ? [] : volatileSettings), ...settings].flatMap((line) => ['-c', line])
    return await startServer([join(binaries, 'postgres'), ...more], folder, data, options)
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    throw error
  }
}

/** Starts a replica of a running server in a temporary folder, from a copy of its files (PostgreSQL, 'low level base backup'). */
export async function startReplica(leader: PostgresServer): Promise<PostgresServer> {
  const folder = await mkdtemp(join(await volatileFolder(), 'portale-pg-'))
  const data = join(folder, 'data')
  const account = await unprivilegedAccount()
  const client = new pg.Client({ connectionString: leader.url })
  await client.connect()
  await client.query(`select pg_backup_start('replica', true)`)
  await run('cp', ['-a', join(leader.folder, 'data'), data])
  const { rows } = await client.query<{ label: string }>('select labelfile as label from pg_backup_stop()')
  await client.end()
  await Promise.all(['postmaster.pid', 'postmaster.opts'].map((name) => rm(join(data, name), { force: true })))
  await writeFile(join(data, 'backup_label'), rows[0]?.label ?? '')
  await writeFile(join(data, 'standby.signal'), '')
  if (account) await run('chown', ['-R', `${account.uid}:${account.gid}`, folder])
  const settings = ['-c', `primary_conninfo=host=${leader.folder} user=postgres`]
  const binary = join(findPostgresBinaries() ?? '', 'postgres')
  return startServer([binary, ...settings], folder, data, { ...account, cwd: folder })
}

/** The URL of another database on the server of `url`, which must come from `startPostgres`. */
export const withDatabase = (url: string, name: string): string => url.replace('/postgres?', `/${name}?`)

/** The folder with `postgres` and `initdb`: on the PATH, else the newest among the usual install folders. */
export function findPostgresBinaries(): string | undefined {
  const candidates = [
    ...(process.env.PATH ?? '').split(delimiter),
    ...newestFirst('/usr/lib/postgresql'),
    ...newestFirst('/opt/homebrew/opt'),
    ...newestFirst('/usr/local/opt'),
    '/usr/local/pgsql/bin',
  ]
  return candidates.find(
    (folder) => folder && isExecutable(join(folder, 'initdb')) && isExecutable(join(folder, 'postgres')),
  )
}

function newestFirst(parent: string): string[] {
  let names: string[]
  try {
    names = readdirSync(parent)
  } catch {
    return []
  }
  const version = (name: string) => Number(/^(?:postgresql@)?(\d+)/.exec(name)?.[1] ?? 0)
  return names
    .filter((name) => version(name) > 0)
    .sort((a, b) => version(b) - version(a))
    .map((name) => join(parent, name, 'bin'))
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** The account to run PostgreSQL as if this process is root, which PostgreSQL refuses. */
export async function unprivilegedAccount(): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) return undefined
  for (const name of ['postgres', 'nobody']) {
    try {
      const [uid, gid] = await Promise.all(
        ['-u', '-g'].map(async (flag) => Number((await run('id', [flag, name])).stdout)),
      )
      if (uid && gid) return { uid, gid }
    } catch {
      // no such account
    }
  }
  throw new Error('Run by root, the tests on PostgreSQL need an account postgres or nobody.')
}

// Listens on a Unix socket in its own folder, so that no ports collide.
async function startServer(
  [binary = '', ...more]: readonly string[],
  folder: string,
  data: string,
  options: object,
): Promise<PostgresServer> {
  const fixed = ['-D', data, '-k', folder, '-c', 'listen_addresses=', '-c', 'max_connections=100']
  const server = spawn(binary, [...fixed, ...more], {
    ...options,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let log = ''
  server.stderr.on('data', (chunk) => {
    log = (log + chunk).slice(-4000)
  })
  const ended = once(server, 'exit')
  // The URL needs a host; the parameter `host` sets the socket.
  const urlOf = (role: string, database: string) =>
    `postgresql://${role}@localhost/${database}?host=${encodeURIComponent(folder)}`
  const url = urlOf('postgres', 'postgres')
  const deadline = Date.now() + startTimeoutMillis
  while (!(await answers(url))) {
    if (server.exitCode !== null || Date.now() > deadline) {
      server.kill('SIGKILL')
      throw new Error(`PostgreSQL did not start:\n${log}`)
    }
    await delay(50)
  }
  const end = async (kept?: string) => {
    // Fast shutdown, which closes open connections.
    server.kill('SIGINT')
    await ended
    if (kept) await run('mv', [data, kept])
    await rm(folder, { recursive: true, force: true })
  }
  let stopped: Promise<void> | undefined
  const stop = (kept?: string) => {
    stopped ??= end(kept)
    return stopped
  }
  return { url, urlOf, folder, stop: () => stop(), keepAs: stop }
}

/** Whether a server accepts connections at this URL. */
export async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}
