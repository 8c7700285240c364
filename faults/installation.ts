import { execFile } from 'node:child_process'
import { chmod, chown, cp, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { type NetworkProxy, startNetworkProxy } from '../server/test/network-proxy.ts'
import { unprivilegedAccount } from '../server/test/postgres-server.ts'
import { type Cluster, createCluster, type DatabaseName, databaseNames } from './cluster.ts'
import { createNetwork, type Machine, type Network, readEnvironment, setUpMachine } from './machine.ts'
import { type Account, databaseParts, doorPart, poolParts } from './machine-parts.ts'
import type { Part } from './part.ts'
import { apiPath, createNode, type NodeName, type PortalNode } from './portal-node.ts'
import { createServices, type Services } from './services/services.ts'
import { mountSmallDisk, unmountSmallDisk } from './small-disk.ts'

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

/** The machines whose disk a fault fills: megabytes, several times of what they need. */
const disks = { db1: 1024, db2: 1024, db3: 1024, app1: 256 } as const
type DiskName = keyof typeof disks

type MachineName = keyof typeof hosts
const nodeNames: readonly NodeName[] = ['app1', 'app2']

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
  readonly cluster: Cluster
  readonly machines: Readonly<Record<MachineName, Machine>>
  /** Waits until every node is ready, every member runs, one of them as the synchronous standby, and the other servers are up. */
  untilWell(): Promise<void>
  /** Ends everything at once, as a power cut does, and starts it again. */
  restartAll(): Promise<void>
  /** Gives a database machine a new certificate, which is valid or has expired, and lets its programs read it. */
  certify(name: DatabaseName, validity: 'valid' | 'expired'): Promise<void>
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

export async function giveTo(account: Account, ...folders: readonly string[]) {
  if (!account) return
  for (const folder of folders) await run('chown', ['-R', `${account.uid}:${account.gid}`, folder])
}

export async function until(what: string, seconds: number, isDone: () => Promise<boolean>) {
  const end = Date.now() + seconds * 1000
  while (!(await isDone().catch(() => false))) {
    if (Date.now() > end) throw new Error(`${what}: not within ${seconds} seconds.`)
    await delay(200)
  }
}

/**
 * Starts the installation of docs/operations.md on loopback addresses: three database machines, two portal machines, the door. The nodes
 * run the program in a folder, by default this one.
 */
export async function startInstallation(program?: string): Promise<Installation> {
  const network = createNetwork()
  const folder = await mkdtemp(join(tmpdir(), 'portale-faults-'))
  await chmod(folder, 0o755)
  const account = await unprivilegedAccount()
  const machines = await setUp(folder, network)
  if (account) await chown(folder, account.uid, account.gid)
  for (const [name, megabytes] of Object.entries(disks))
    await mountSmallDisk(machines[name as DiskName].data, megabytes)
  const databases = databaseNames.map((name) => machines[name])
  const all: Part[] = []
  for (const machine of databases) all.push(...(await databaseParts(machine, account)))
  for (const name of nodeNames) all.push(...(await poolParts(machines[name], account)))
  all.push(await doorPart(machines.door))
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

  const cluster = createCluster(machines)

  async function untilWell() {
    await until('Antivirus, mail server and bucket up', 60, services.areUp)
    await until('Every member well', 120, cluster.isWell)
    for (const name of nodeNames)
      await until(`${name} ready`, 60, async () => (await fetch(`${nodes[name].api}/health/ready`)).ok)
  }

  async function restartAll() {
    for (const node of Object.values(nodes)) node.server().signal('SIGKILL')
    for (const one of all) one.signal('SIGKILL')
    for (const one of all) await one.end('SIGKILL')
    await delay(5000)
    for (const one of all) one.start()
    // As a service manager, which starts again what ended since there was no database yet.
    await Promise.all(
      nodeNames.map((name) => until(`${name} started`, 120, () => nodes[name].start().then(() => true))),
    )
  }

  async function certify(name: DatabaseName, validity: 'valid' | 'expired') {
    const made = [certificates, join(folder, 'tls'), `${name}=${machines[name].address}`]
    await (validity === 'valid'
      ? run('sh', made)
      : run('faketime', ['-f', '-2d', 'sh', ...made], { env: { ...process.env, DAYS: '1' } }))
    await cp(join(folder, 'tls', name), join(machines[name].etc, 'tls'), { recursive: true })
    await giveTo(account, machines[name].etc)
    part(`${name} patroni`).signal('SIGHUP')
  }

  async function stop() {
    for (const { server } of Object.values(nodes)) server().signal('SIGKILL')
    for (const part of all.toReversed()) await part.end('SIGKILL')
    for (const proxy of Object.values(networks).flat()) await proxy.stop()
    for (const name of Object.keys(disks)) await unmountSmallDisk(machines[name as DiskName].data)
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }

  for (const part of all) part.start()
  await until('A leader with the database', 60, async () => {
    const client = await cluster.connectToLeader()
    await client.end()
    return true
  })
  await until('Antivirus, mail server and bucket up', 60, services.areUp)
  for (const name of nodeNames) {
    nodes[name].use(program)
    await nodes[name].start()
  }
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
    cluster,
    machines,
    untilWell,
    restartAll,
    certify,
    stop,
  }
}
