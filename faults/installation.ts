import { execFile } from 'node:child_process'
import { chmod, chown, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import pg from 'pg'
import { type NetworkProxy, startNetworkProxy } from '../server/test/network-proxy.ts'
import { unprivilegedAccount } from '../server/test/postgres-server.ts'
import { createNetwork, type Machine, type Network, readEnvironment, setUpMachine } from './machine.ts'
import { type Account, databaseParts, doorPart, poolParts } from './machine-parts.ts'
import type { Part } from './part.ts'
import { apiPath, createNode, type NodeName, type PortalNode } from './portal-node.ts'
import { createServices, type Services } from './services/services.ts'

const run = promisify(execFile)
const certificates = fileURLToPath(new URL('../deploy/certificates.sh', import.meta.url))

// biome-ignore format: a table
const hosts = {
  door: { host: 1, files: 'door' },
  db1: { host: 11, files: 'database' }, db2: { host: 12, files: 'database' }, db3: { host: 13, files: 'database' },
  app1: { host: 21, files: 'portal', databaseFrom: 111 }, app2: { host: 22, files: 'portal', databaseFrom: 121 },
} as const

/** The antivirus, the mail server and the bucket, which an office has elsewhere. */
const servicesHost = 31

type MachineName = keyof typeof hosts
export type DatabaseName = 'db1' | 'db2' | 'db3'
export const databaseNames: readonly DatabaseName[] = ['db1', 'db2', 'db3']
export const nodeNames: readonly NodeName[] = ['app1', 'app2']

export interface Installation {
  readonly folder: string
  /** The address of the API behind the door. */
  readonly api: string
  /** The certificate of the authority that signed those of the machines. */
  readonly ca: string
  /** The network between a node and the database. */
  readonly networks: Readonly<Record<NodeName, readonly NetworkProxy[]>>
  /** A part by its name, such as `db1 patroni`. */
  part(name: string): Part
  readonly nodes: Readonly<Record<NodeName, PortalNode>>
  readonly services: Services
  /** The member that is the leader by its own word; undefined while there is none. */
  findLeader(): Promise<DatabaseName | undefined>
  /** The machine whose etcd leads. */
  findStoreLeader(): Promise<DatabaseName>
  /** Waits until every node is ready, every member runs, one of them as the synchronous standby, and the other servers are up. */
  untilWell(): Promise<void>
  /** Runs patronictl on a machine that is up. */
  control(...args: readonly string[]): Promise<string>
  /** A connection to the leader as its superuser, for the checker. */
  connectToLeader(): Promise<pg.Client>
  stop(): Promise<void>
}

async function setUp(folder: string, network: Network): Promise<Record<MachineName, Machine>> {
  const named = Object.entries(hosts).map(([name, { host }]) => `${name}=${network.addressOf(host)}`)
  await run(certificates, [join(folder, 'tls'), ...named])
  const machines = await Promise.all(
    Object.entries(hosts).map(async ([name, place]) => [name, await setUpMachine(folder, network, { name, ...place })]),
  )
  return Object.fromEntries(machines)
}

/** The network between a node and each database machine: PostgreSQL, and what Patroni says of it. */
const startNetworks = (network: Network, node: NodeName) =>
  Promise.all(
    databaseNames.flatMap((name, index) =>
      [5432, 8008].map((port) =>
        startNetworkProxy(
          { host: network.addressOf(hosts[name].host), port },
          { host: network.addressOf(hosts[node].databaseFrom + index), port },
        ),
      ),
    ),
  )

async function giveTo(account: Account, ...folders: readonly string[]) {
  if (!account) return
  for (const folder of folders) await run('chown', ['-R', `${account.uid}:${account.gid}`, folder])
}

async function until(what: string, seconds: number, isDone: () => Promise<boolean>) {
  const end = Date.now() + seconds * 1000
  while (!(await isDone().catch(() => false))) {
    if (Date.now() > end) throw new Error(`${what}: not within ${seconds} seconds.`)
    await delay(200)
  }
}

/** Starts the installation of docs/operations.md on loopback addresses: three database machines, two portal machines, the door. */
export async function startInstallation(): Promise<Installation> {
  const network = createNetwork()
  const folder = await mkdtemp(join(tmpdir(), 'portale-faults-'))
  await chmod(folder, 0o755)
  const account = await unprivilegedAccount()
  const machines = await setUp(folder, network)
  if (account) await chown(folder, account.uid, account.gid)
  const databases = databaseNames.map((name) => machines[name])
  const all: Part[] = []
  for (const machine of databases) all.push(...(await databaseParts(machine, account)))
  for (const name of nodeNames) all.push(...(await poolParts(machines[name], account)))
  all.push(doorPart(machines.door))
  const services = await createServices(join(folder, 'services'), network.addressOf(servicesHost))
  all.push(...services.parts)
  await giveTo(account, ...Object.values(machines).flatMap(({ etc, data }) => [etc, data]))
  const parts = new Map(all.map((part) => [part.name, part]))
  function part(name: string): Part {
    const found = parts.get(name)
    if (!found) throw new Error(`There is no part ${name}.`)
    return found
  }
  const networks = { app1: await startNetworks(network, 'app1'), app2: await startNetworks(network, 'app2') }
  const publicUrl = `https://${machines.door.address}`
  const nodes = {
    app1: await createNode(machines.app1, publicUrl, services.settings),
    app2: await createNode(machines.app2, publicUrl, services.settings),
  }

  async function control(...args: readonly string[]): Promise<string> {
    const first = machines.db1
    const env = { ...process.env, HOME: first.data, LANG: 'C.UTF-8', ...(await readEnvironment(first, 'secrets.env')) }
    return (await run('patronictl', ['-c', join(first.etc, 'patroni.yml'), ...args], { env })).stdout
  }

  async function connectTo({ address, etc }: Machine): Promise<pg.Client> {
    const { PATRONI_SUPERUSER_PASSWORD: password } = await readEnvironment({ etc } as Machine, 'secrets.env')
    const client = new pg.Client({
      host: address,
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

  /** The members by their own word, without the store of Patroni. */
  async function findLeader(): Promise<DatabaseName | undefined> {
    for (const machine of databases) {
      const client = await connectTo(machine).catch(() => undefined)
      const answer = await client?.query('select pg_is_in_recovery() as standby').catch(() => undefined)
      await client?.end().catch(() => {})
      if (answer && !answer.rows[0].standby) return machine.name as DatabaseName
    }
    return undefined
  }

  async function findStoreLeader(): Promise<DatabaseName> {
    const { etc } = machines.db1
    const tls = ['--cacert', `${etc}/tls/ca.crt`, '--cert', `${etc}/tls/machine.crt`, '--key', `${etc}/tls/machine.key`]
    for (const { name, address } of databases) {
      const asked = [...tls, '--endpoints', `https://${address}:2379`, 'endpoint', 'status', '--write-out', 'json']
      const { stdout } = await run('etcdctl', asked, { env: { ...process.env, ETCDCTL_API: '3' } })
      const [{ Status: status }] = JSON.parse(stdout)
      if (status.leader === status.header.member_id) return name as DatabaseName
    }
    throw new Error('etcd has no leader.')
  }

  async function untilWell() {
    await until('Antivirus, mail server and bucket up', 60, services.areUp)
    await until('Every member well', 120, async () => {
      const members: { Role: string; State: string }[] = JSON.parse(await control('list', '--format', 'json'))
      const roles = members.filter(({ State }) => State === 'running').map(({ Role }) => Role)
      return roles.toSorted().join() === 'Leader,Replica,Sync Standby'
    })
    for (const name of nodeNames)
      await until(`${name} ready`, 60, async () => (await fetch(`${nodes[name].api}/health/ready`)).ok)
  }

  async function connectToLeader() {
    const leader = await findLeader()
    if (!leader) throw new Error('There is no leader.')
    return connectTo(machines[leader])
  }

  async function stop() {
    for (const { server } of Object.values(nodes)) server().signal('SIGKILL')
    for (const part of all.toReversed()) await part.end('SIGKILL')
    for (const proxy of Object.values(networks).flat()) await proxy.stop()
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }

  for (const part of all) part.start()
  await until('A leader with the database', 60, async () => {
    const client = await connectToLeader()
    await client.end()
    return true
  })
  await until('Antivirus, mail server and bucket up', 60, services.areUp)
  for (const name of nodeNames) await nodes[name].start()
  const ca = await readFile(join(folder, 'tls', 'ca.crt'), 'utf8')
  await untilWell()
  return {
    folder,
    api: `${publicUrl}${apiPath(await readEnvironment(machines.app1, 'portale.env'))}`,
    ca,
    networks,
    part,
    nodes,
    services,
    findLeader,
    findStoreLeader,
    untilWell,
    control,
    connectToLeader,
    stop,
  }
}
