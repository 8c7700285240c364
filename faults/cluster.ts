import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { type Machine, readEnvironment } from './machine.ts'

const run = promisify(execFile)

export type DatabaseName = 'db1' | 'db2' | 'db3'
export const databaseNames: readonly DatabaseName[] = ['db1', 'db2', 'db3']

interface Member {
  readonly Member: string
  readonly Role: string
  readonly State: string
}

export type Cluster = ReturnType<typeof createCluster>

/** What an operator asks of the three members, and what they are by their own word. */
export function createCluster(machines: Readonly<Record<DatabaseName, Machine>>) {
  /** Runs patronictl on a machine that is up. */
  async function control(...args: readonly string[]): Promise<string> {
    const first = machines.db1
    const env = { ...process.env, HOME: first.data, LANG: 'C.UTF-8', ...(await readEnvironment(first, 'secrets.env')) }
    return (await run('patronictl', ['-c', join(first.etc, 'patroni.yml'), ...args], { env })).stdout
  }

  const members = async (): Promise<readonly Member[]> => JSON.parse(await control('list', '--format', 'json'))

  /** A connection to a member as its superuser. */
  async function connectTo(name: DatabaseName): Promise<pg.Client> {
    const { PATRONI_SUPERUSER_PASSWORD: password } = await readEnvironment(machines[name], 'secrets.env')
    const client = new pg.Client({
      host: machines[name].address,
      user: 'postgres',
      password,
      database: 'portale',
      ssl: { rejectUnauthorized: false },
      connectionTimeoutMillis: 2000,
      query_timeout: 60_000,
    })
    client.on('error', () => {})
    await client.connect()
    return client
  }

  /** The member that is the leader by its own word, without the store of Patroni; undefined while there is none. */
  async function findLeader(): Promise<DatabaseName | undefined> {
    for (const name of databaseNames) {
      const client = await connectTo(name).catch(() => undefined)
      const answer = await client?.query('select pg_is_in_recovery() as standby').catch(() => undefined)
      await client?.end().catch(() => {})
      if (answer && !answer.rows[0].standby) return name
    }
    return undefined
  }

  /** The machine whose etcd leads. */
  async function findStoreLeader(): Promise<DatabaseName> {
    for (const name of databaseNames) {
      const { etc, address } = machines[name]
      const tls = [
        '--cacert',
        `${etc}/tls/ca.crt`,
        '--cert',
        `${etc}/tls/machine.crt`,
        '--key',
        `${etc}/tls/machine.key`,
      ]
      const asked = [...tls, '--endpoints', `https://${address}:2379`, 'endpoint', 'status', '--write-out', 'json']
      const answer = await run('etcdctl', asked, { env: { ...process.env, ETCDCTL_API: '3' } }).catch(() => undefined)
      const [{ Status: status }] = answer ? JSON.parse(answer.stdout) : [{ Status: undefined }]
      if (status && status.leader === status.header.member_id) return name
    }
    throw new Error('etcd has no leader.')
  }

  return {
    control,
    connectTo,
    findLeader,
    findStoreLeader,
    /** A connection to the leader as its superuser. */
    async connectToLeader(): Promise<pg.Client> {
      const leader = await findLeader()
      if (!leader) throw new Error('There is no leader.')
      return connectTo(leader)
    },
    /** The member without which no commit is acknowledged. */
    async findSynchronous(): Promise<DatabaseName | undefined> {
      const found = (await members()).find(({ Role }) => Role === 'Sync Standby')?.Member
      return databaseNames.find((name) => name === found)
    },
    /** Whether every member runs, one of them as the synchronous standby. */
    async isWell(): Promise<boolean> {
      const running = (await members()).filter(({ State }) => State === 'running').map(({ Role }) => Role)
      return running.toSorted().join() === 'Leader,Replica,Sync Standby'
    },
  }
}
