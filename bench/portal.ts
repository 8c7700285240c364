import { execFile } from 'node:child_process'
import { mkdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { startPostgres } from '../server/test/postgres-server.ts'
import { type ServerOptions, type ServerProcess, spawnServer, temporaryFolder } from '../server/test/run-server.ts'

export const engines = ['embedded', 'postgres'] as const
export type Engine = (typeof engines)[number]

/** The built portal, running, and a way into its database beside it. */
export interface Portal {
  readonly api: string
  readonly server: ServerProcess
  readonly connection: pg.PoolConfig
  /** Sixteen connections, or so many. */
  connect(connections?: number): pg.Pool
  close(): Promise<void>
  /** Closes it and leaves all that it keeps as the folder `kept`. */
  keepAs(kept: string): Promise<void>
}

// Limits are for the public; here one network sends everything.
const env = { REPORTS_PER_MINUTE: '1000000', REQUESTS_PER_MINUTE: '10000000', LOG_LEVEL: 'info' }

interface PortalOptions extends Pick<ServerOptions, 'nodeOptions' | 'env'> {
  /** A folder of `keepAs`, to begin with a copy of it. */
  readonly kept?: string | undefined
}

/** What docs/operations.md advises for a machine of 24 GiB. */
const asAdvised = [
  'shared_buffers=4GB',
  'effective_cache_size=12GB',
  'work_mem=16MB',
  'maintenance_work_mem=1GB',
  'random_page_cost=1.1',
  'max_wal_size=4GB',
]

const run = promisify(execFile)
const databaseIn = (kept: string) => join(kept, 'postgres')
const dataIn = (kept: string) => join(kept, 'data')

/** Starts the built portal on an empty database or a kept one; undefined where PostgreSQL is not installed. */
export async function startPortal(
  engine: Engine,
  { kept, ...options }: PortalOptions = {},
): Promise<Portal | undefined> {
  const postgres =
    engine === 'postgres'
      ? await startPostgres({ isDurable: true, settings: asAdvised, kept: kept && databaseIn(kept) })
      : undefined
  if (engine === 'postgres' && !postgres) return undefined
  const folder = await temporaryFolder()
  if (kept) await run('cp', ['-a', `${dataIn(kept)}/.`, folder.path])
  const socketFolder = postgres?.folder ?? folder.path
  const server = spawnServer({
    dataDir: folder.path,
    ...options,
    env: { ...env, AUTH_MOCK: 'on', ...(postgres && { DATABASE_URL: postgres.url }), ...options.env },
  })
  const connection = { host: socketFolder, user: 'postgres', database: 'postgres' }
  const close = async () => {
    await server.stop()
    await postgres?.stop()
    await folder.remove()
  }
  const keepAs = async (to: string) => {
    await server.stop()
    // Whole or not at all: a run that was broken off leaves nothing that looks finished.
    const partial = `${to}.partial`
    await run('rm', ['-rf', partial])
    await mkdir(partial, { recursive: true })
    await postgres?.keepAs(databaseIn(partial))
    await run('mv', [folder.path, dataIn(partial)])
    await rename(partial, to)
  }
  try {
    return {
      api: await server.ready,
      server,
      connection,
      connect: (max = 16) => new pg.Pool({ ...connection, max }),
      close,
      keepAs,
    }
  } catch (error) {
    await close()
    throw error
  }
}
