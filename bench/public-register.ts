import type pg from 'pg'
import { fillRegister } from '../server/test/fill-register.ts'
import { forgetComparisons, sealedEnv, withVault } from './filled-cases.ts'
import { createCaller } from './load.ts'
import { type Portal, startPortal } from './portal.ts'
import { processorTimes, usedBetween } from './processor.ts'

const connections = 16

/** Figures of a public call from 16 connections, of one call each: milliseconds of processor time, bytes, and milliseconds until its end. */
interface PublicCallFigures {
  readonly server: number
  readonly database: number
  readonly bytes: number
  readonly 'p50 ms': number
  readonly isDownload: boolean
}

interface PublicCall {
  readonly times: number
  readonly isDownload?: boolean
  readonly pathOf: (index: number) => string
}

const list = (index: number, filtri: object) =>
  `?da=${index + 1}&a=${index + 10}&filtri=${encodeURIComponent(JSON.stringify(filtri))}`
/** Municipalities all over the country. */
const municipality = (index: number) => 1 + ((index * 37) % 7000)

/** No call is repeated: answers of the lists are remembered. */
const calls: Readonly<Record<string, PublicCall>> = {
  'list by name': { times: 400, pathOf: (index) => list(index, {}) },
  'list of a region': {
    times: 400,
    pathOf: (index) => list(index % 10, { regione: [1 + (index % 20)], ground: [1, 2, 3, index] }),
  },
  'list by place': { times: 400, pathOf: (index) => list(0, { comune: municipality(index) }) },
  search: { times: 400, pathOf: (index) => list(0, { denominazione: `associazione ${1000 + index}` }) },
  'search of a frequent word': { times: 400, pathOf: (index) => list(index, { denominazione: 'voci' }) },
  entry: { times: 400, pathOf: (index) => `/${1_000_000 + ((index * 40) % 10_000)}` },
  'entry as JSON': { times: 400, pathOf: (index) => `/${1_000_001 + ((index * 40) % 10_000)}/json` },
  feed: { times: 100, pathOf: () => '/novita' },
  'download of CSV': { times: 5, isDownload: true, pathOf: () => '/scarica?formato=csv' },
  'download of JSON': { times: 5, isDownload: true, pathOf: () => '/scarica?formato=json' },
}

/** Enrols all, at places all over the country, with the history of a renewal. */
const enrolment = [
  `update associations set status = 'enrolled', closed_on = null, enrolled_on = coalesce(enrolled_on, current_date - 30),
    enrolment_number = coalesce(enrolment_number, associations.id), expires_on = coalesce(expires_on, current_date + 300),
    sub_ground_ids = array[1 + associations.id % 9], city_id = place.id, region_id = place.region_id
  from (select municipalities.id, region_id, row_number() over (order by municipalities.id) as number
    from municipalities join provinces on provinces.id = province_id) as place
  where associations.id >= 1000000 and place.number = 1 + associations.id % 7000`,
  `insert into association_events (association_id, place, kind, at, status_to)
    select associations.id, step.number, step.kind, now() - interval '1 year', 'enrolled'
    from associations, (values (1, 'submit'), (2, 'approve'), (3, 'sign'), (4, 'askRenewal'), (5, 'signRenewal')) as step (number, kind)
    where associations.id >= 1000000`,
  forgetComparisons,
  'vacuum analyze associations, association_events, municipalities, provinces',
]

async function measureCall(portal: Portal, pool: pg.Pool, { times, isDownload = false, pathOf }: PublicCall) {
  const { call, close } = createCaller(connections)
  try {
    const get = async (index: number) => {
      const start = performance.now()
      const { status, body } = await call(`${portal.api}/v1/noauth/registro${pathOf(index)}`, { method: 'GET' })
      if (status !== 200) throw new Error(`${status}: ${body}`)
      return { took: performance.now() - start, bytes: body.length }
    }
    const getAll = async (from: number, to: number) => {
      const answers: Awaited<ReturnType<typeof get>>[] = []
      let next = from
      const lane = async () => {
        while (next < to) answers.push(await get(next++))
      }
      await Promise.all(Array.from({ length: Math.min(connections, to - from) }, lane))
      return answers
    }
    // A server that has answered hundreds of calls is the usual one.
    await getAll(times, isDownload ? times + 1 : 2 * times)
    const before = await processorTimes(portal.server, pool)
    const answers = await getAll(0, times)
    const used = usedBetween(before, await processorTimes(portal.server, pool))
    const took = answers.map((answer) => answer.took).sort((a, b) => a - b)
    const each = (total: number) => Number((total / times).toFixed(2))
    return {
      server: each(used.server * 1000),
      database: each(used.database * 1000),
      bytes: Math.round(each(answers.reduce((sum, { bytes }) => sum + bytes, 0))),
      'p50 ms': Number((took[Math.floor(times / 2)] ?? Number.NaN).toFixed(1)),
      isDownload,
    }
  } finally {
    close()
  }
}

/** Measures the public calls of the register with `rows` enrolled associations on PostgreSQL; undefined if it is not installed. */
export async function measurePublicRegister(
  rows: number,
): Promise<Readonly<Record<string, PublicCallFigures>> | undefined> {
  const portal = await startPortal('postgres', { env: { ...sealedEnv, REGISTER_WORDS_PER_MINUTE: '1000000' } })
  if (!portal) return undefined
  const pool = portal.connect(1)
  try {
    await withVault(portal, (vault, database) => fillRegister(database, vault, rows))
    for (const statement of enrolment) await pool.query(statement)
    const figures: Record<string, PublicCallFigures> = {}
    for (const [name, call] of Object.entries(calls)) figures[name] = await measureCall(portal, pool, call)
    return figures
  } finally {
    await pool.end()
    await portal.close()
  }
}
