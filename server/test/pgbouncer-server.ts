import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { findFreePort } from '../../scripts/free-port.mjs'
import { answers } from './postgres-server.ts'

const places = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer', '/usr/local/bin/pgbouncer', '/opt/homebrew/bin/pgbouncer']

export const findPgBouncer = () => places.find((path) => existsSync(path))

/** Start-up settings of the portal that PgBouncer cannot pass on; the role or the database has them instead (docs/operations.md). */
const ignored = ['options', 'statement_timeout', 'idle_in_transaction_session_timeout', 'extra_float_digits']

/** Starts PgBouncer before the PostgreSQL of a socket folder; after each transaction it gives the connection to another client. */
export async function startPgBouncer(socketFolder: string) {
  const program = findPgBouncer()
  if (!program) throw new Error('PgBouncer is not installed.')
  const folder = await mkdtemp(join(tmpdir(), 'portale-pgbouncer-'))
  const port = await findFreePort()
  const file = join(folder, 'pgbouncer.ini')
  const lines = [
    '[databases]',
    `* = host=${socketFolder} user=postgres`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = any',
    'pool_mode = transaction',
    'default_pool_size = 4',
    `ignore_startup_parameters = ${ignored.join()}`,
  ]
  await writeFile(file, `${lines.join('\n')}\n`)
  await chmod(folder, 0o755)
  // It refuses to run as root.
  const user = process.getuid?.() === 0 ? ['-u', 'postgres'] : []
  const child = spawn(program, ['-q', ...user, file], { stdio: 'ignore' })
  const stop = async () => {
    child.kill('SIGKILL')
    await rm(folder, { recursive: true, force: true })
  }
  const url = `postgresql://postgres@127.0.0.1:${port}/postgres`
  for (let tries = 0; tries < 100; tries++) {
    if (await answers(url)) return { url, stop }
    await delay(50)
  }
  await stop()
  throw new Error('PgBouncer did not start.')
}
