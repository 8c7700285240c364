import { demoPeople } from '../server/src/features/session/demo-people.ts'
import { fillRegister } from '../server/test/fill-register.ts'
import { newNumber } from '../server/test/make-association.ts'
import { sealedEnv, withVault } from './filled-cases.ts'
import { createCaller, type Measurement, runAlternating, runAtRate, runConcurrently } from './load.ts'
import { type Portal, startPortal } from './portal.ts'

/** Figures of the register. */
export interface RegisterFigures {
  /** The lists at 40 calls a second. */
  readonly lists: Readonly<Record<string, Measurement>>
  /** The list of an operator alone, and while 16 anonymous connections search the public register for ever other words. */
  readonly alone: Measurement
  readonly whileSearched: Measurement
  /** Lookups of known and of unknown numbers, alternating. */
  readonly known: Measurement
  readonly unknown: Measurement
  /** Seconds of the nightly run, and of the one after it. */
  readonly nights: readonly [number, number]
  /** Rows that the second run changed. */
  readonly changedTwice: number
}

async function signIn(portal: Portal, caller: ReturnType<typeof createCaller>): Promise<string> {
  const reply = await caller.call(`${portal.api}/v1/mock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: new URL(portal.api).origin },
    body: JSON.stringify({ cf: demoPeople.find(({ roles }) => roles.join() === 'registerAdmin')?.taxCode }),
  })
  return [reply.headers['set-cookie'] ?? []].flat()[0]?.split(';')[0] ?? ''
}

const listPaths = {
  'new requests': 'lista-web?',
  enrolled: 'lista-iscritte?',
  'enrolled by name': `lista-iscritte?ordinamenti=${encodeURIComponent('[{"campo":"ragione_sociale","verso":"asc"}]')}`,
  'a word of one in four': `lista-iscritte?filtri=${encodeURIComponent('{"ragione_sociale":"radici"}')}`,
  'a region': `lista-iscritte?filtri=${encodeURIComponent('{"regione":12}')}`,
  'not enabled': 'lista-cancellate?',
} as const

/** Runs the nightly job through the queue; returns its seconds. */
async function runNight(portal: Portal): Promise<number> {
  const pool = portal.connect(1)
  try {
    const { rows } = await pool.query("insert into pgboss.job (name) values ('associations.nightly') returning id")
    for (;;) {
      const job = await pool.query(
        'select state, extract(epoch from completed_on - started_on)::float as seconds from pgboss.job where id = $1',
        [rows[0].id],
      )
      if (job.rows[0]?.state === 'completed') return job.rows[0].seconds
      if (job.rows[0]?.state === 'failed') throw new Error('The nightly run failed.')
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
  } finally {
    await pool.end()
  }
}

/** A search of the public register that no server remembers, for a frequent and a rare word. */
const searchPath = (index: number) =>
  `noauth/registro?filtri=${encodeURIComponent(JSON.stringify({ denominazione: `associazione ${1000 + index}` }))}`

/** The list of an operator, alone and during a flood of searches by anonymous callers. */
async function measureSearchFlood(portal: Portal, seconds: number, list: () => Promise<boolean>) {
  const anonymous = createCaller(16)
  try {
    const alone = await runAtRate(20, seconds, list)
    const [whileSearched] = await Promise.all([
      runAtRate(20, seconds, list),
      runConcurrently(16, seconds, async (index) => {
        const { status } = await anonymous.call(`${portal.api}/v1/${searchPath(index)}`, { method: 'GET' })
        return status === 200 || status === 429
      }),
    ])
    return { alone, whileSearched }
  } finally {
    anonymous.close()
  }
}

/** Measures the register with `rows` associations on PostgreSQL; undefined if it is not installed. */
export async function measureRegister(rows: number, seconds: number): Promise<RegisterFigures | undefined> {
  const portal = await startPortal('postgres', { env: { ...sealedEnv, CHECK_PIVA_PER_HOUR: '0' } })
  if (!portal) return undefined
  const caller = createCaller(16)
  try {
    const numbers = await withVault(portal, (vault, database) => fillRegister(database, vault, rows))
    const cookie = await signIn(portal, caller)
    const get = (path: string, headers = {}) => caller.call(`${portal.api}/v1/${path}`, { method: 'GET', headers })
    const lists: Record<string, Measurement> = {}
    for (const [name, path] of Object.entries(listPaths))
      lists[name] = await runAtRate(40, seconds, async () => {
        const { status } = await get(`associazioni/${path}`, { cookie })
        return status === 200
      })
    const flood = await measureSearchFlood(portal, Math.max(seconds, 8), async () => {
      const { status } = await get('associazioni/lista-iscritte', { cookie })
      return status === 200
    })
    const check = (number: string) => async () => (await get(`noauth/check-piva/${number}`)).status === 200
    const unknownNumbers = numbers.map(newNumber)
    const pick = (all: readonly string[]) => (index: number) => check(all[index % all.length] ?? '')()
    const [known, unknown] = await runAlternating(Math.max(seconds, 8), [pick(numbers), pick(unknownNumbers)])
    const pool = portal.connect(1)
    const events = async () => Number((await pool.query('select count(*)::int from association_events')).rows[0].count)
    const first = await runNight(portal)
    const before = await events()
    const second = await runNight(portal)
    const changedTwice = (await events()) - before
    await pool.end()
    return { lists, ...flood, known, unknown, nights: [first, second], changedTwice }
  } finally {
    caller.close()
    await portal.close()
  }
}
