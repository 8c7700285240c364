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
}

// Limits are for the public; here one network sends everything.
const env = { REPORTS_PER_MINUTE: '1000000', REQUESTS_PER_MINUTE: '10000000', LOG_LEVEL: 'info' }

/** Starts the built portal on an empty database; undefined where PostgreSQL is not installed. */
export async function startPortal(
  engine: Engine,
  options: Pick<ServerOptions, 'nodeOptions' | 'env'> = {},
): Promise<Portal | undefined> {
  const postgres = engine === 'postgres' ? await startPostgres() : undefined
  if (engine === 'postgres' && !postgres) return undefined
  const folder = await temporaryFolder()
  const socketFolder = postgres ? hostOf(postgres.url) : folder.path
  // The form with a host is an address to the settings as well; the parameter tells the socket.
  const url = `postgresql://postgres@localhost/postgres?host=${encodeURIComponent(socketFolder)}`
  const server = spawnServer({
    dataDir: folder.path,
    isBuilt: true,
    ...options,
    env: { ...env, AUTH_MOCK: 'on', ...(postgres && { DATABASE_URL: url }), ...options.env },
  })
  const connection = { host: socketFolder, user: 'postgres', database: 'postgres' }
  const close = async () => {
    await server.stop()
    await postgres?.stop()
    await folder.remove()
  }
  try {
    return {
      api: await server.ready,
      server,
      connection,
      connect: (max = 16) => new pg.Pool({ ...connection, max }),
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

const hostOf = (url: string) => decodeURIComponent(url.split('host=')[1] ?? '')
