import { setTimeout as delay } from 'node:timers/promises'
import {
  crash,
  crashAsynchronousLeader,
  crashLeaderAhead,
  crashNode,
  cutNetwork,
  delayReplica,
  expireCertificate,
  fillDiskOfLeader,
  fillDiskOfNode,
  freeze,
  freezeNode,
  leaderOf,
  machineMs,
  moveClock,
  replaceNodes,
  replicaOf,
  slowDownStandby,
} from './injections.ts'
import type { Installation } from './installation.ts'

/** Something that goes wrong, and what the service manager or an operator does about it. */
export interface Fault {
  /** What it happens to: two faults of one pair happen to different things. Absent where no pair has it. */
  readonly to?: 'node' | 'leader' | 'replica' | 'store' | 'pool' | 'network' | 'service'
  /** Whether calls may be cut off: the node that served them is gone. */
  readonly cutsCalls?: boolean
  /** Whether acknowledged acts may be lost: the row states how many. */
  readonly mayLose?: boolean
  /** Returns when the fault is over and everything was started again that it ended. */
  readonly run: (installation: Installation) => Promise<void>
}

// biome-ignore format: a table
export const faults = {
  'nothing':                            { run: () => delay(10_000) },
  'switch-over':                        { to: 'leader', run: async ({ cluster }) => void (await cluster.control('switchover', '--force')) },
  'kill -9 of the leader':              { to: 'leader', run: async (all) => crash(all, `${await leaderOf(all)} patroni`, machineMs) },
  'kill -9 of the leader, its standbys a second behind': { to: 'leader', run: crashLeaderAhead },
  'the same without synchronous_mode (loss is stated)': { mayLose: true, run: crashAsynchronousLeader },
  'kill -9 of a node':                  { to: 'node', cutsCalls: true, run: crashNode },
  'a node after the other is replaced': { to: 'node', run: replaceNodes },
  'kill -9 of a replica':               { to: 'replica', run: async (all) => crash(all, `${await replicaOf(all)} patroni`, machineMs) },
  'kill -9 of the leader of etcd':      { to: 'store', run: async (all) => crash(all, `${await all.cluster.findStoreLeader()} etcd`, 10_000) },
  'kill -9 of PgBouncer':               { to: 'pool', run: (all) => crash(all, 'app1 pgbouncer') },
  'kill -9 of HAProxy before the database': { to: 'pool', run: (all) => crash(all, 'app1 haproxy') },
  'kill -9 of clamd':                   { to: 'service', run: (all) => crash(all, 'clamd', 10_000) },
  'kill -9 of the mail server':         { to: 'service', run: (all) => crash(all, 'smtp', 10_000) },
  'kill -9 of S3':                      { to: 'service', run: (all) => crash(all, 's3', 10_000) },
  'SIGSTOP of a node':                  { to: 'node', cutsCalls: true, run: freezeNode },
  'SIGSTOP of the leader':              { to: 'leader', run: async (all) => freeze(all, `${await leaderOf(all)} patroni`) },
  'network of a node cut, both ways':   { to: 'network', run: (all) => cutNetwork(all, { toServer: 'hold', toClient: 'hold' }) },
  'network of a node cut, to the database only':   { to: 'network', run: (all) => cutNetwork(all, { toServer: 'hold' }) },
  'network of a node cut, from the database only': { to: 'network', run: (all) => cutNetwork(all, { toClient: 'hold' }) },
  'network of a node that resets connections':     { to: 'network', run: (all) => cutNetwork(all, { toServer: 'reset', toClient: 'reset' }) },
  'full disk of a node':                { to: 'node', run: fillDiskOfNode },
  'full disk of the leader':            { to: 'leader', run: fillDiskOfLeader },
  'clock of a node 3 hours ahead and back': { to: 'node', run: moveClock },
  'expired certificate of the leader':  { to: 'leader', run: expireCertificate },
  'slow synchronous standby':           { to: 'replica', run: slowDownStandby },
  'replica 15 seconds behind':          { to: 'replica', run: delayReplica },
  'restart of everything':              { cutsCalls: true, run: (all) => all.restartAll() },
} as const satisfies Record<string, Fault>

export type FaultName = keyof typeof faults
