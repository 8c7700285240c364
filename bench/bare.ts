import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Portal } from './portal.ts'
import type { Call } from './scenario.ts'
import type { SentStatement } from './sent-statements.ts'

const program = fileURLToPath(new URL('./bare-server.mjs', import.meta.url))

/** A server that only executes SQL, as a process of its own. */
export type Bare = Awaited<ReturnType<typeof startBare>>

/** Starts one with the statements of its paths, which it sends by name. */
export async function startBare(
  { connection }: Pick<Portal, 'connection'>,
  routes: Readonly<Record<string, readonly SentStatement[]>> = {},
) {
  const env = { ...process.env, BARE_SERVER: JSON.stringify({ connection, routes }) }
  const child = spawn(process.execPath, [program], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const [port] = await once(child.stdout, 'data')
  return {
    origin: `http://127.0.0.1:${String(port).trim()}`,
    pid: child.pid ?? 0,
    async stop() {
      child.kill()
      await once(child, 'exit')
    },
  }
}

/** Executes statements in one transaction of a bare server; false where one fails. */
export async function transact({ origin }: Bare, call: Call, statements: readonly SentStatement[]): Promise<boolean> {
  const body = JSON.stringify(statements)
  const headers = { 'content-type': 'application/json' }
  return (await call(`${origin}/transaction`, { method: 'POST', headers, body })).status === 200
}
