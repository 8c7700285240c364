import { setTimeout as delay } from 'node:timers/promises'
import type { Pool, PoolClient } from 'pg'
import type { Logger } from 'pino'
import { isDatabaseAway } from '../database-errors.ts'
import { lagOf, type Sample, withSample } from './lag.rules.ts'

export type Replica = ReturnType<typeof watchReplica>

interface Options {
  readonly leader: Pool
  /** Connections to the replica, or to several behind one address. */
  readonly replica: Pool
  /** One that is further behind is left out. */
  readonly lagSeconds: number
  readonly log: Pick<Logger, 'info' | 'warn'> | undefined
}

const sampleMs = 1000
/** How long a call waits for the replica to have what was committed before it; then it reads from the leader. */
const [waitMs, pauseMs] = [1000, 10]

const written = `select (pg_current_wal_lsn() - '0/0')::float8 as position`
// A replica that has become the leader has everything.
const replayed = `select (case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_lsn() end - '0/0')::float8 as position`

const positionOn = async (client: Pick<Pool, 'query'>, statement: string): Promise<number> => {
  const { rows } = await client.query<{ position: number }>(statement)
  const [row] = rows
  if (!row) throw new Error('PostgreSQL said no position.')
  return row.position
}

/**
 * Gives connections for reads: to a replica that is at most `lagSeconds` behind, else to the leader. Each connection is asked for its
 * position before it is used, since several replicas may stand behind one address.
 */
export function watchReplica({ leader, replica, lagSeconds, log }: Options) {
  let samples: readonly Sample[] = []
  /** The position that a call has waited for. */
  let awaited = 0
  let isUsable = false
  let lag: number | undefined
  const reads = { replica: 0, leader: 0 }

  /** The position that a replica must have reached. */
  const needed = () => Math.max(awaited, samples[0]?.position ?? Number.POSITIVE_INFINITY)

  function note(isNear: boolean, error?: unknown) {
    if (isNear === isUsable) return
    isUsable = isNear
    if (isNear) log?.info('reads go to the replica')
    else log?.warn({ err: error, lag }, 'the replica is left out: reads go to the leader')
  }

  /** The position of the leader; undefined while it is away, when nothing new is committed. */
  async function writtenPosition(): Promise<number | undefined> {
    try {
      return await positionOn(leader, written)
    } catch (error) {
      if (isDatabaseAway(error)) return undefined
      throw error
    }
  }

  async function sampleLeader() {
    const position = await writtenPosition()
    if (position === undefined) return
    const last = samples.at(-1)
    // Another leader has begun a history of its own.
    if (last && position < last.position) awaited = 0
    samples = withSample(samples, { at: performance.now(), position }, lagSeconds * 1000)
  }

  async function sample() {
    try {
      await sampleLeader()
      const position = await positionOn(replica, replayed)
      lag = lagOf(samples, position, performance.now())
      note(position >= (samples[0]?.position ?? Number.POSITIVE_INFINITY))
    } catch (error) {
      lag = undefined
      note(false, error)
    }
  }

  let isEnded = false
  const watching = (async () => {
    while (!isEnded) {
      await sample()
      await delay(sampleMs, undefined, { ref: false })
    }
  })()
  watching.catch(() => {})

  /** A connection to a replica that is near enough; undefined where there is none. */
  async function connectNear(): Promise<PoolClient | undefined> {
    let client: PoolClient | undefined
    try {
      client = await replica.connect()
      if ((await positionOn(client, replayed)) >= needed()) return client
      client.release()
    } catch (error) {
      client?.release(true)
      if (!isDatabaseAway(error)) throw error
      note(false, error)
    }
    return undefined
  }

  return {
    async connect(): Promise<PoolClient> {
      const near = isUsable ? await connectNear() : undefined
      reads[near ? 'replica' : 'leader'] += 1
      return near ?? leader.connect()
    },

    /** Makes the reads that follow see all that was committed before, wherever they go. */
    async catchUp(): Promise<void> {
      // Also while the replica is left out: what it lacks must not be read once it is back.
      const position = await writtenPosition()
      if (position === undefined) return
      awaited = Math.max(awaited, position)
      const end = performance.now() + waitMs
      while (isUsable && performance.now() < end) {
        const near = await connectNear()
        near?.release()
        if (near) return
        await delay(pauseMs)
      }
    },

    isUsable: () => isUsable,
    /** Milliseconds by which it is behind the leader; undefined where it cannot be reached or is too far behind. */
    lag: () => lag,
    /** How many connections were given, by server. */
    reads: () => ({ ...reads }),

    end(): Promise<void> {
      isEnded = true
      return replica.end()
    },
  }
}
