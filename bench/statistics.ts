import type pg from 'pg'
import { sealedReports } from '../server/src/features/reports/index.ts'
import type { Vault } from '../server/src/platform/protection/vault.ts'
import { startFilled, withVault } from './filled-cases.ts'
import { createCaller, type Measurement, runAlternating } from './load.ts'
import type { Portal } from './portal.ts'
import { processorTimes, usedBetween } from './processor.ts'
import { signIn } from './registry.ts'

/** All indicators over HTTP, alternating with the same numbers by SQL written by hand. */
export interface StatisticsFigures {
  readonly overHttp: Measurement
  readonly bare: Measurement
  /** Processor milliseconds of server and database for a request, which other work on the machine changes little. */
  readonly processor: number
  /** The cases that were counted. */
  readonly cases: number
  readonly bytes: number
}

interface Scenario {
  readonly body: object
  /** The rows to count by hand, of each set of filters. */
  readonly sets: readonly string[]
}

const yearsAgo = (years: number) => new Date(Date.now() - years * 365 * 86_400_000).toISOString().slice(0, 10)
const instant = (day: string) => `${day}T00:00:00.000Z`
const createdFrom = (day: string) => `created_at >= '${day}'::timestamp at time zone 'Europe/Rome'`
const createdBefore = (day: string) => `created_at < ('${day}'::date + 1)::timestamp at time zone 'Europe/Rome'`
const facet = (dimension: number, id: number) => `facets && '{${dimension * 2 ** 20 + id}}'::int[]`
const ofFacets = (where: string) => `case_statistics where case_id in (select id from case_facets where ${where})`
const ofCases = (where: string) => `case_statistics where case_id in (select id from cases where ${where})`

// biome-ignore format: a table
const scenariosOf = (vault: Vault): Readonly<Record<string, Scenario>> => ({
  'all cases':                     { body: {}, sets: ['case_statistics'] },
  'closed cases':                  { body: { filtri: { statoSegnalazione: [6] } }, sets: [ofCases("status = 'closed'")] },
  'four years':                    { body: { filtri: { data_creazione_da: instant(yearsAgo(4)) } }, sets: [ofCases(createdFrom(yearsAgo(4)))] },
  'a year, and the one before':    { body: { filtri: { data_creazione_da: instant(yearsAgo(1)) }, confronto: { data_creazione_da: instant(yearsAgo(2)), data_creazione_a: instant(yearsAgo(1)) } },
                                     sets: [ofCases(createdFrom(yearsAgo(1))), ofCases(`${createdFrom(yearsAgo(2))} and ${createdBefore(yearsAgo(1))}`)] },
  'a region':                      { body: { filtri: { regioneLuogo: [1] } }, sets: [ofFacets(facet(10, 1))] },
  'a ground in a region':          { body: { filtri: { ground: [2], regioneLuogo: [5] } }, sets: [ofFacets(`${facet(15, 2)} and ${facet(10, 5)}`)] },
  'a word of two cases in five':   { body: { filtri: { resoconto_fatti: 'condominio' } }, sets: [`case_statistics where case_id in (select id from report_tokens where ${tokensOf(vault, 'condominio')})`] },
})

const tokensOf = (vault: Vault, text: string) =>
  vault
    .find(sealedReports, ['message'], text)
    .map((group) => `tokens && '{${group.join()}}'::bigint[]`)
    .join(' and ')

const columnGroups = [
  'status, outcome_id, relevance_id, channel_id, reporter_type_id',
  'mode_id, victim_age_band_id, is_virtual, virtual_place_id',
  'place_region, place_province',
  'month, assigned_to',
  'take_days, close_days',
  'grounds, sub_grounds',
  'field_id, contexts',
  'citizenships',
]
const bareSql = (
  from: string,
) => `select ${columnGroups.join()}, grouping(status, mode_id, place_region, month), count(*)::int
  from ${from} group by grouping sets (${columnGroups.map((columns) => `(${columns})`).join()})`

async function countBare(pool: pg.Pool, sets: readonly string[]): Promise<number> {
  const client = await pool.connect()
  try {
    await client.query(
      "begin; set local jit = off; set local max_parallel_workers_per_gather = 0; set local enable_sort = off; set local work_mem = '128MB'",
    )
    let total = 0
    for (const from of sets) {
      const { rows } = await client.query(bareSql(from))
      total += rows.filter(({ grouping }) => grouping === 7).reduce((sum, { count }) => sum + count, 0)
    }
    await client.query('commit')
    return total
  } finally {
    client.release()
  }
}

/** Requests statistics and reads them; returns the number of counted cases and the bytes of the answer. */
async function readStatistics(portal: Portal, caller: ReturnType<typeof createCaller>, body: object, headers: object) {
  const send = async (path: string, content: object) => {
    const call = { method: 'POST', headers: headers as Record<string, string>, body: JSON.stringify(content) } as const
    const reply = await caller.call(`${portal.api}/v1/statistiche/${path}-segnalazioni`, call)
    if (reply.status !== 200) throw new Error(`${reply.status}: ${reply.body}`)
    return reply.body
  }
  const answer = await send('get', JSON.parse(await send('start', body)).result)
  const { risultato, confronto } = JSON.parse(answer).result
  return { cases: risultato.totale + (confronto?.totale ?? 0), bytes: Buffer.byteLength(answer) }
}

const processorRuns = 5

/** Measures all indicators with `rows` cases on PostgreSQL; undefined if it is not installed. Throws where the totals differ. */
export async function measureStatistics(
  rows: number,
  { seconds, only }: { seconds: number; only: string | undefined },
): Promise<Record<string, StatisticsFigures> | undefined> {
  const portal = await startFilled('postgres', rows)
  if (!portal) return undefined
  const pool = portal.connect(1)
  const caller = createCaller(1)
  try {
    return await withVault(portal, async (vault) => {
      const headers = await signIn(portal)
      const figures: Record<string, StatisticsFigures> = {}
      for (const [name, { body, sets }] of Object.entries(scenariosOf(vault))) {
        if (only && !name.includes(only)) continue
        const { cases, bytes } = await readStatistics(portal, caller, body, headers)
        const bareCases = await countBare(pool, sets)
        if (cases !== bareCases) throw new Error(`${name}: ${cases} cases over HTTP, ${bareCases} by hand`)
        const [overHttp, bare] = await runAlternating(seconds, [
          async () => (await readStatistics(portal, caller, body, headers)).cases === cases,
          async () => (await countBare(pool, sets)) === cases,
        ])
        const before = await processorTimes(portal.server, pool)
        for (let index = 0; index < processorRuns; index++) await readStatistics(portal, caller, body, headers)
        const { server, database } = usedBetween(before, await processorTimes(portal.server, pool))
        const processor = ((server + database) * 1000) / processorRuns
        figures[name] = { overHttp, bare, processor, cases, bytes }
      }
      return figures
    })
  } finally {
    caller.close()
    await pool.end()
    await portal.close()
  }
}
