// Starts the built server for the journeys, on its own PostgreSQL; on the embedded engine if PostgreSQL is not installed.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { startPostgres } from '../server/test/postgres-server.ts'

const database = await startPostgres()
if (!database)
  process.stderr.write('\nSKIPPED: PostgreSQL is not installed; the journeys run on the embedded engine.\n\n')
const env = { ...process.env, AUTH_MOCK: 'on', ...(database && { DATABASE_URL: database.url }) }
const server = spawn(process.execPath, ['server/dist/main.js'], { env, stdio: 'inherit' })
const ended = once(server, 'exit')
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => server.kill(signal))
const [code] = await ended
await database?.stop()
process.exitCode = code ?? 1
