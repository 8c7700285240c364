import { execFile } from 'node:child_process'
import { chmod, chown, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import pg from 'pg'
import { unprivilegedAccount } from '../server/test/postgres-server.ts'
import { databaseNames } from './cluster.ts'
import { giveTo, until } from './installation.ts'
import { createNetwork, type Machine, readEnvironment, setUpMachine } from './machine.ts'
import { databaseParts } from './machine-parts.ts'
import type { Part } from './part.ts'

const run = promisify(execFile)
const certificates = fileURLToPath(new URL('../deploy/certificates.sh', import.meta.url))

export type DatabaseMachines = Awaited<ReturnType<typeof setUpDatabases>>

/** The three database machines of docs/operations.md on loopback, with one folder of backups for all. */
export async function setUpDatabases() {
  const network = createNetwork()
  const folder = await mkdtemp(join(tmpdir(), 'portale-restore-'))
  await chmod(folder, 0o755)
  const account = await unprivilegedAccount()
  const named = databaseNames.map((name, index) => `${name}=${network.addressOf(11 + index)}`)
  await run(certificates, [join(folder, 'tls'), ...named])
  const machines: Machine[] = []
  for (const [index, name] of databaseNames.entries())
    machines.push(await setUpMachine(folder, network, { name, host: 11 + index, files: 'database' }))
  const backups = join(folder, 'backup')
  await mkdir(backups)
  for (const { data } of machines) await symlink(backups, join(data, 'backup'))
  await giveTo(account, backups, ...machines.flatMap(({ etc, data }) => [etc, data]))
  if (account) await chown(folder, account.uid, account.gid)
  const parts: Part[] = []
  for (const machine of machines) parts.push(...(await databaseParts(machine, account)))
  const first = machines[0] as Machine
  const environmentOf = async ({ data, etc }: Machine) => ({
    ...process.env,
    HOME: data,
    LANG: 'C.UTF-8',
    ...(await readEnvironment({ etc } as Machine, 'secrets.env')),
  })
  const start = (kind: string, of: readonly string[] = databaseNames) => {
    for (const part of parts) if (of.some((name) => part.name === `${name} ${kind}`)) part.start()
  }

  const control = async (...args: readonly string[]) =>
    (await run('patronictl', ['-c', join(first.etc, 'patroni.yml'), ...args], { env: await environmentOf(first) }))
      .stdout
  const members = async (): Promise<Record<string, string>[]> => JSON.parse(await control('list', '--format', 'json'))

  return {
    folder,
    first,
    start,

    /** Runs a program on a machine as the account postgres. */
    async as(machine: Machine, program: string, ...args: readonly string[]): Promise<string> {
      const env = await environmentOf(machine)
      const options = { env, cwd: machine.data, ...account, maxBuffer: 1e8 }
      return (await run(program, args, options)).stdout
    },

    control,

    /** The member that is the leader by its own word. */
    async findLeader(): Promise<Machine> {
      for (const machine of machines) {
        const client = new pg.Client({ connectionString: await urlOf(machine), connectionTimeoutMillis: 2000 })
        client.on('error', () => {})
        try {
          await client.connect()
          if (!(await client.query('select pg_is_in_recovery() as standby')).rows[0].standby) return machine
        } catch {
          // This one is away.
        } finally {
          await client.end().catch(() => {})
        }
      }
      throw new Error('There is no leader.')
    },

    urlOf,

    /** Ends everything at once and deletes what the three machines stored, but not the backups. */
    async destroy(): Promise<void> {
      for (const part of parts.toReversed()) await part.end('SIGKILL')
      for (const { data } of machines)
        for (const name of ['postgresql', 'etcd']) await rm(join(data, name), { recursive: true, force: true })
    },

    async stop(): Promise<void> {
      for (const part of parts.toReversed()) await part.end('SIGKILL')
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    },

    untilWell: () =>
      until('Every member well', 600, async () => {
        const roles = (await members()).filter(({ State }) => State === 'running').map(({ Role }) => Role)
        return roles.toSorted().join() === 'Leader,Replica,Sync Standby'
      }),

    /** Waits until every member knows of settings that need a restart. */
    untilPending: () =>
      until('A restart pending', 60, async () => (await members()).every((member) => member['Pending restart'])),
  }
}

/** The database of the portal on a machine, as its superuser. */
async function urlOf(machine: Machine): Promise<string> {
  const { PATRONI_SUPERUSER_PASSWORD: password } = await readEnvironment(machine, 'secrets.env')
  return `postgresql://postgres:${password}@${machine.address}/portale?sslmode=no-verify`
}
