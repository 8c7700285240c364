import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { NetworkProxy } from '../server/test/network-proxy.ts'
import { type DatabaseName, databaseNames } from './cluster.ts'
import type { Installation } from './installation.ts'
import { signalAll } from './processes.ts'
import { fillDisk } from './small-disk.ts'

/** What a service manager waits before it starts a process again that has died. */
const restartMs = 2000
/** How long a machine stays away: longer than Patroni takes to give its place to another. */
export const machineMs = 30_000
/** How long something stays frozen, cut, full or wrong. */
const heldMs = 20_000

export async function leaderOf({ cluster }: Installation): Promise<DatabaseName> {
  for (const end = Date.now() + 60_000; Date.now() < end; await delay(500)) {
    const leader = await cluster.findLeader()
    if (leader) return leader
  }
  throw new Error('There is no leader before the fault.')
}

export async function replicaOf(installation: Installation): Promise<DatabaseName> {
  const leader = await leaderOf(installation)
  return databaseNames.find((name) => name !== leader) ?? leader
}

/** Ends a part as a crash does, and starts it again. */
export async function crash({ part }: Installation, name: string, awayMs = restartMs) {
  await part(name).end('SIGKILL')
  await delay(awayMs)
  part(name).start()
}

export async function crashNode({ nodes }: Installation) {
  nodes.app1.server().signal('SIGKILL')
  await delay(restartMs)
  await nodes.app1.start()
}

export async function replaceNodes({ nodes }: Installation) {
  for (const node of Object.values(nodes)) {
    await node.server().stop()
    await node.start()
  }
}

export async function freezeNode({ nodes }: Installation) {
  nodes.app1.server().signal('SIGSTOP')
  await delay(heldMs)
  nodes.app1.server().signal('SIGCONT')
}

export async function freeze({ part }: Installation, name: string) {
  part(name).signal('SIGSTOP')
  await delay(heldMs)
  part(name).signal('SIGCONT')
}

/** Cuts the network between a node and the database. */
export async function cutNetwork({ networks }: Installation, ways: Parameters<NetworkProxy['setWays']>[0]) {
  for (const proxy of networks.app1) proxy.setWays(ways)
  await delay(heldMs)
  for (const proxy of networks.app1) proxy.setWays({})
}

export async function fillDiskOfNode({ machines }: Installation) {
  const free = await fillDisk(machines.app1.data)
  await delay(heldMs)
  await free()
}

/** Fills the disk that PostgreSQL and etcd share; what could not write and ended is started again once there is room. */
export async function fillDiskOfLeader(installation: Installation) {
  const leader = await leaderOf(installation)
  const free = await fillDisk(installation.machines[leader].data)
  await delay(machineMs)
  await free()
  for (const name of ['etcd', 'patroni']) installation.part(`${leader} ${name}`).start()
}

const fakeTime = '/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1'

/** Sets the clock of a node three hours ahead, and back again. Its timers, which count from its start, do not jump. */
export async function moveClock({ nodes, machines }: Installation) {
  const node = nodes.app1
  const file = join(machines.app1.etc, 'clock')
  const setClock = (offset: string) => writeFile(file, `${offset}\n`)
  await setClock('+0')
  await node.server().stop()
  await node.start({
    LD_PRELOAD: fakeTime,
    FAKETIME_TIMESTAMP_FILE: file,
    FAKETIME_CACHE_DURATION: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    DONT_FAKE_MONOTONIC: '1',
  })
  await delay(5000)
  await setClock('+3h')
  await delay(heldMs)
  await setClock('+0')
  await delay(5000)
  await node.server().stop()
  await node.start()
}

/** The certificate of the leader's machine expires; an operator renews it. */
export async function expireCertificate(installation: Installation) {
  const leader = await leaderOf(installation)
  await installation.certify(leader, 'expired')
  await delay(heldMs)
  await installation.certify(leader, 'valid')
}

/** Stops the synchronous standby for most of each second, so that commits wait for it. */
export async function slowDownStandby({ cluster, part }: Installation) {
  const name = await cluster.findSynchronous()
  if (!name) throw new Error('There is no synchronous standby before the fault.')
  for (const end = Date.now() + heldMs; Date.now() < end; ) {
    part(`${name} patroni`).signal('SIGSTOP')
    await delay(700)
    part(`${name} patroni`).signal('SIGCONT')
    await delay(300)
  }
}

/** Lets a replica apply what it gets fifteen seconds late. */
export async function delayReplica(installation: Installation) {
  const { cluster } = installation
  const name = await replicaOf(installation)
  async function setDelay(statement: string) {
    const db = await cluster.connectTo(name)
    await db.query(statement)
    await db.query('select pg_reload_conf()')
    await db.end()
  }
  await setDelay("alter system set recovery_min_apply_delay = '15s'")
  await delay(heldMs * 2)
  await setDelay('alter system reset recovery_min_apply_delay')
}

const setSynchronous = (installation: Installation, isOn: boolean) =>
  installation.cluster.control('edit-config', '--set', `synchronous_mode=${isOn}`, '--force')

/** Kills the leader after a second in which it sent nothing to its standbys, as over a slow network. */
export async function crashLeaderAhead(installation: Installation) {
  const { cluster } = installation
  const leader = await leaderOf(installation)
  const db = await cluster.connectTo(leader)
  const { rows } = await db.query<{ pid: number }>('select pid from pg_stat_replication')
  await db.end()
  signalAll(
    rows.map(({ pid }) => pid),
    'SIGSTOP',
  )
  await delay(1000)
  await crash(installation, `${leader} patroni`, machineMs)
}

/** Kills the leader of a cluster that acknowledges commits before a second machine has them. */
export async function crashAsynchronousLeader(installation: Installation) {
  await setSynchronous(installation, false)
  for (let isSynchronous = true; isSynchronous; await delay(500)) {
    const db = await installation.cluster.connectToLeader()
    const { rows } = await db.query("select current_setting('synchronous_standby_names') <> '' as synchronous")
    await db.end()
    isSynchronous = rows[0].synchronous
  }
  await delay(5000)
  await crashLeaderAhead(installation)
  await setSynchronous(installation, true)
}
