import { setTimeout as delay } from 'node:timers/promises'
import type { NetworkProxy } from '../server/test/network-proxy.ts'
import { type DatabaseName, databaseNames, type Installation, nodeNames } from './installation.ts'

/** Something that goes wrong, and what the service manager or an operator does about it. */
export interface Fault {
  /** Whether calls may be cut off: the node that served them is gone. */
  readonly cutsCalls?: boolean
  /** Returns when the fault is over and everything was started again that it ended. */
  readonly run: (installation: Installation) => Promise<void>
}

/** What a service manager waits before it starts a process again that has died. */
const restartMs = 2000
/** How long a machine stays away: longer than Patroni takes to give its place to another. */
const machineMs = 40_000
const frozenMs = 20_000

async function leaderOf({ findLeader }: Installation): Promise<DatabaseName> {
  const leader = await findLeader()
  if (!leader) throw new Error('There is no leader before the fault.')
  return leader
}

async function replicaOf(installation: Installation): Promise<DatabaseName> {
  const leader = await leaderOf(installation)
  return databaseNames.find((name) => name !== leader) ?? leader
}

/** Ends a part as a crash does, and starts it again. */
async function crash({ part }: Installation, name: string, awayMs = restartMs) {
  await part(name).end('SIGKILL')
  await delay(awayMs)
  part(name).start()
}

async function freeze({ part }: Installation, ...names: readonly string[]) {
  for (const name of names) part(name).signal('SIGSTOP')
  await delay(frozenMs)
  for (const name of names) part(name).signal('SIGCONT')
}

/** Cuts the network between a node and the database for as long as a machine is frozen. */
async function cutNetwork({ networks }: Installation, ways: Parameters<NetworkProxy['setWays']>[0]) {
  for (const proxy of networks.app1) proxy.setWays(ways)
  await delay(frozenMs)
  for (const proxy of networks.app1) proxy.setWays({})
}

// biome-ignore format: a table
export const faults = {
  'nothing':                            { run: () => delay(10_000) },
  'switch-over':                        { run: async ({ control }) => void (await control('switchover', '--force')) },
  'kill -9 of the leader':              { run: async (all) => crash(all, `${await leaderOf(all)} patroni`, machineMs) },
  'kill -9 of a node':                  { cutsCalls: true, run: async ({ nodes }) => {
    nodes.app1.server().signal('SIGKILL')
    await delay(restartMs)
    await nodes.app1.start()
  } },
  'a node after the other is replaced': { run: async ({ nodes }) => {
    for (const name of nodeNames) {
      await nodes[name].server().stop()
      await nodes[name].start()
    }
  } },
  'kill -9 of a replica':               { run: async (all) => crash(all, `${await replicaOf(all)} patroni`, machineMs) },
  'kill -9 of the leader of etcd':      { run: async (all) => crash(all, `${await all.findStoreLeader()} etcd`, 10_000) },
  'kill -9 of PgBouncer':               { run: (all) => crash(all, 'app1 pgbouncer') },
  'kill -9 of HAProxy before the database': { run: (all) => crash(all, 'app1 haproxy') },
  'SIGSTOP of a node':                  { cutsCalls: true, run: async ({ nodes }) => {
    nodes.app1.server().signal('SIGSTOP')
    await delay(frozenMs)
    nodes.app1.server().signal('SIGCONT')
  } },
  'SIGSTOP of the leader':              { run: async (all) => freeze(all, `${await leaderOf(all)} patroni`) },
  'network of a node cut, both ways':   { run: (all) => cutNetwork(all, { toServer: 'hold', toClient: 'hold' }) },
  'network of a node cut, to the database only':   { run: (all) => cutNetwork(all, { toServer: 'hold' }) },
  'network of a node cut, from the database only': { run: (all) => cutNetwork(all, { toClient: 'hold' }) },
} as const satisfies Record<string, Fault>

export type FaultName = keyof typeof faults
export const faultNames = Object.keys(faults) as FaultName[]
