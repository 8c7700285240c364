import type pg from 'pg'
import { describe } from 'vitest'
import { startInMemory } from '#platform/database/embedded-engine.ts'
import { findPostgresBinaries, startPostgres } from './postgres-server.ts'

interface RunningEngine {
  engine: 'embedded' | 'postgres'
  connection: pg.PoolConfig
  stop(): Promise<void>
}

type StartEngine = () => Promise<RunningEngine>

const startEmbedded: StartEngine = async () => ({ engine: 'embedded', ...(await startInMemory()) })

const startPostgresServer: StartEngine = async () => {
  const server = await startPostgres()
  if (!server) throw new Error('PostgreSQL is not installed.')
  return { engine: 'postgres', connection: { connectionString: server.url }, stop: server.stop }
}

/** Declares the same tests for an empty embedded engine and an empty PostgreSQL; without PostgreSQL those are skipped. */
export function onBothEngines(subject: string, tests: (start: StartEngine) => void): void {
  describe(`${subject}, on the embedded engine`, () => tests(startEmbedded))
  const isMissing = !process.env.CI && findPostgresBinaries() === undefined
  describe.skipIf(isMissing)(`${subject}, on PostgreSQL`, () => tests(startPostgresServer))
}
