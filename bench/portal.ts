import { execFile } from 'node:child_process'
import { mkdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { startPostgres } from '../server/test/postgres-server.ts'
import { type ServerOptions, type ServerProcess, spawnServer, temporaryFolder } from '../server/test/run-server.ts'

export const engines = ['embedded', 'postgres'] as const
export type Engine = (typeof engines)[number]

/** The built portal, running, with access to its database. */
export interface Portal {
  /** Changes when the portal is restarted. */
  readonly api: string
  readonly server: ServerProcess
  readonly connection: pg.PoolConfig
  /** A pool of `connections`, by default sixteen. */
  connect(connections?: number): pg.Pool
  /** Kills the server and starts another one on the same data. */
  killAndRestart(): Promise<void>
  close(): Promise<void>
  /** Stops the portal and moves its data into the folder `path`. */
  saveSnapshot(path: string): Promise<void>
}

/** Here one network sends everything, so the limits of the public are off. */
export const quietEnv = { REPORTS_PER_MINUTE: '1000000', REQUESTS_PER_MINUTE: '10000000', LOG_LEVEL: 'info' }

export interface PortalOptions extends Pick<ServerOptions, 'nodeOptions' | 'env'> {
  /** A folder of `saveSnapshot`; the portal starts with a copy of it. */
  readonly snapshot?: string | undefined
  /** More settings of PostgreSQL. */
  readonly settings?: readonly string[]
}

/** The settings that docs/operations.md recommends for a machine of 24 GiB. */
const recommendedSettings = [
  'shared_buffers=4GB',
  'effective_cache_size=12GB',
  'work_mem=16MB',
  'maintenance_work_mem=1GB',
  'random_page_cost=1.1',
  'max_wal_size=4GB',
  'wal_compression=lz4',
]

const run = promisify(execFile)
const databaseIn = (snapshot: string) => join(snapshot, 'postgres')
const dataIn = (snapshot: string) => join(snapshot, 'data')

/** Starts the built portal on an empty database or a snapshot; undefined if PostgreSQL is not installed. */
export async function startPortal(
  engine: Engine,
  { snapshot, settings = [], ...options }: PortalOptions = {},
): Promise<Portal | undefined> {
  const postgres =
    engine === 'postgres'
      ? await startPostgres({
          isDurable: true,
          settings: [...recommendedSettings, ...settings],
          kept: snapshot && databaseIn(snapshot),
        })
      : undefined
  if (engine === 'postgres' && !postgres) return undefined
  const folder = await temporaryFolder()
  if (snapshot) await run('cp', ['-a', `${dataIn(snapshot)}/.`, folder.path])
  const socketFolder = postgres?.folder ?? folder.path
  const spawn = () =>
    spawnServer({
      dataDir: folder.path,
      ...options,
      env: { ...quietEnv, AUTH_MOCK: 'on', ...(postgres && { DATABASE_URL: postgres.url }), ...options.env },
    })
  let server = spawn()
  const connection = { host: socketFolder, user: 'postgres', database: 'postgres' }
  const close = async () => {
    await server.stop()
    await postgres?.stop()
    await folder.remove()
  }
  const saveSnapshot = async (to: string) => {
    await server.stop()
    // Renamed at the end, so that an interrupted run leaves no incomplete snapshot.
    const partial = `${to}.partial`
    await run('rm', ['-rf', partial])
    await mkdir(partial, { recursive: true })
    await postgres?.keepAs(databaseIn(partial))
    await run('mv', [folder.path, dataIn(partial)])
    await rename(partial, to)
  }
  try {
    let api = await server.ready
    return {
      get api() {
        return api
      },
      get server() {
        return server
      },
      async killAndRestart() {
        server.signal('SIGKILL')
        await server.ended
        server = spawn()
        api = await server.ready
      },
      connection,
      connect: (max = 16) => new pg.Pool({ ...connection, max }),
      close,
      saveSnapshot,
    }
  } catch (error) {
    await close()
    throw error
  }
}
