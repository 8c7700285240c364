import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { demoPeople } from '../server/src/features/session/demo-people.ts'
import { columns, convertedRows, differencesOf, rowsOf, timeLibrary, timeWriter } from './export-file.ts'
import { startFilled } from './filled-cases.ts'
import { createCaller, type Measurement, runAtRate } from './load.ts'
import type { Portal } from './portal.ts'

const _run = promisify(execFile)

/** The heap that docs/operations.md recommends. */
const recommendedHeap = ['--max-old-space-size=1024', '--max-semi-space-size=8']

/** Figures of an export of all cases. */
export interface ExportFigures {
  readonly rows: number
  readonly columns: number
  /** Of the run; and on rows that are there already, of the portal's writer and of the library's own, which has no filter. */
  readonly seconds: number
  readonly writerSeconds: number
  readonly librarySeconds: number
  readonly megabytes: number
  /** Largest memory of the server and its thread, which writes; and above that before the export. */
  readonly megabytesAtMost: number
  readonly megabytesAboveIdle: number
  /** Longest block of the event loop in milliseconds: during the export, and before it with the same other calls. */
  readonly blockedMs: number
  readonly blockedBeforeMs: number
  /** Other calls during the export, and before it. */
  readonly meanwhile: Measurement
  readonly before: Measurement
  /** After a kill in the middle and a restart: result files of the run, and rows in it. */
  readonly afterKill: { readonly files: number; readonly rows: number }
  /** What differs between the workbook and the database, and after LibreOffice converted it; undefined without it. */
  readonly differences: number
  readonly differencesInLibreOffice: number | undefined
}

type Caller = ReturnType<typeof createCaller>

interface Desk {
  readonly portal: Portal
  readonly caller: Caller
  readonly cookie: string
}

async function signIn(portal: Portal): Promise<Desk> {
  const caller = createCaller(16)
  const reply = await caller.call(`${portal.api}/v1/mock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: new URL(portal.api).origin },
    body: JSON.stringify({ cf: demoPeople.find(({ roles }) => roles.join() === 'manager')?.taxCode }),
  })
  return { portal, caller, cookie: [reply.headers['set-cookie'] ?? []].flat()[0]?.split(';')[0] ?? '' }
}

const headersOf = ({ portal, cookie }: Desk) => ({
  cookie,
  origin: new URL(portal.api).origin,
  'content-type': 'application/json',
})

async function post(desk: Desk, path: string, body: object) {
  const call = { method: 'POST', headers: headersOf(desk), body: JSON.stringify(body) } as const
  const reply = await desk.caller.call(`${desk.portal.api}/v1/report/${path}`, call)
  return JSON.parse(reply.body).result
}

async function stateOf(desk: Desk, id: number) {
  const call = { method: 'GET', headers: headersOf(desk) } as const
  return JSON.parse((await desk.caller.call(`${desk.portal.api}/v1/report/stato/${id}`, call)).body).result
}

const begin = async (desk: Desk): Promise<number> =>
  (await post(desk, 'start-segnalazioni-pag', { colonne: columns.map(({ wire }) => wire) })).numero_univoco

async function waitFor(desk: Desk, id: number, isEnough: (state: { stato: string; percentuale: number }) => boolean) {
  for (;;) {
    const state = await stateOf(desk, id)
    if (state.stato === 'fallita') throw new Error('The export failed.')
    if (isEnough(state)) return state
    await delay(200)
  }
}
const isDone = ({ stato }: { stato: string }) => stato === 'pronta'

async function download(desk: Desk, id: number, path: string): Promise<void> {
  const reply = await fetch(`${desk.portal.api}/v1/report/get-segnalazioni-pag`, {
    method: 'POST',
    headers: headersOf(desk),
    body: JSON.stringify({ numero_univoco: id }),
  })
  await writeFile(path, Buffer.from(await reply.arrayBuffer()))
}

/** A page of the list and a case, twenty calls a second. */
function otherCalls(desk: Desk, seconds: number): Promise<Measurement> {
  const list = '/v1/segnalazioni/integrazione-segnalazione-view?da=1&a=10'
  const paths = [list, `${list}&filtri=${encodeURIComponent('{"ground":[1]}')}`, '/v1/segnalazioni/numero-casi']
  return runAtRate(20, seconds, async (index) => {
    const call = { method: 'GET', headers: headersOf(desk) } as const
    return (await desk.caller.call(`${desk.portal.api}${paths[index % paths.length]}`, call)).status === 200
  })
}

interface Sample {
  readonly at: number
  readonly bytes: number
  readonly blocked: number
}
const samplesOf = (file: string, from: number, to: number) =>
  readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line): Sample => JSON.parse(line))
    .filter(({ at }) => at >= from && at <= to)
const largest = (samples: readonly Sample[], of: 'bytes' | 'blocked') => Math.max(...samples.map((one) => one[of]))

/** The result files of a run that was killed in the middle, and its rows. */
async function killInTheMiddle(desk: Desk, folder: string): Promise<ExportFigures['afterKill']> {
  const id = await begin(desk)
  await waitFor(desk, id, ({ percentuale }) => percentuale >= 30)
  await desk.portal.killAndRestart()
  await waitFor(desk, id, isDone)
  const path = join(folder, 'killed.xlsx')
  await download(desk, id, path)
  const pool = desk.portal.connect(1)
  const { rows } = await pool.query(
    "select count(*)::int as count from files join runs on runs.file_id = files.id or files.purpose = 'export' and files.id not in (select file_id from runs where file_id is not null) where runs.id = $1",
    [id],
  )
  await pool.end()
  return { files: rows[0].count, rows: (await rowsOf(path)).length }
}

/** Of the run itself: the queue moves the start of its job while the job goes on. */
async function secondsOf(portal: Portal, id: number): Promise<number> {
  const pool = portal.connect(1)
  try {
    const times = 'extract(epoch from finished_at - started_at)::float as seconds'
    const { rows } = await pool.query(`select ${times} from runs where id = $1`, [id])
    return rows[0]?.seconds ?? Number.NaN
  } finally {
    await pool.end()
  }
}

/** Measures an export of `count` cases on PostgreSQL; undefined if it is not installed. */
export async function measureExports(count: number): Promise<ExportFigures | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'portale-exports-'))
  const watched = join(folder, 'watched')
  const watch = ['--import', fileURLToPath(new URL('./watch-process.mjs', import.meta.url))]
  const nodeOptions = [...watch, ...recommendedHeap]
  const portal = await startFilled('postgres', count, { nodeOptions, env: { WATCH_FILE: watched } })
  if (!portal) return undefined
  const desk = await signIn(portal)
  try {
    // As after some work: V8 lets the heap of a new server grow at its first calls.
    await otherCalls(desk, 30)
    const beforeFrom = Date.now()
    const before = await otherCalls(desk, 5)
    const from = Date.now()
    const id = await begin(desk)
    const meanwhile = collect(desk, id)
    const measurements = await meanwhile
    const to = Date.now()
    await delay(1000)
    const path = join(folder, 'casi.xlsx')
    await download(desk, id, path)
    const rows = await rowsOf(path)
    const converted = await convertedRows(path, folder)
    const idle = largest(samplesOf(watched, beforeFrom, from), 'bytes')
    const during = samplesOf(watched, from, to)
    return {
      rows: rows.length,
      columns: columns.length,
      before,
      meanwhile: measurements,
      seconds: await secondsOf(portal, id),
      writerSeconds: await timeWriter(rows),
      librarySeconds: await timeLibrary(rows),
      megabytes: (await readFile(path)).length / 1e6,
      megabytesAtMost: largest(during, 'bytes') / 1e6,
      megabytesAboveIdle: (largest(during, 'bytes') - idle) / 1e6,
      blockedMs: largest(during, 'blocked'),
      blockedBeforeMs: largest(samplesOf(watched, beforeFrom, from), 'blocked'),
      differences: await differencesOf(rows, portal),
      differencesInLibreOffice: converted && (await differencesOf(converted, portal)),
      afterKill: await killInTheMiddle(desk, folder),
    }
  } finally {
    desk.caller.close()
    await portal.close()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Other calls until an export is done: of all rounds the slowest figures. */
async function collect(desk: Desk, id: number): Promise<Measurement> {
  const rounds: Measurement[] = []
  while (!isDone(await stateOf(desk, id))) rounds.push(await otherCalls(desk, 6))
  const most = (of: 'p50' | 'p95' | 'p99') => Math.max(...rounds.map((round) => round[of]))
  return {
    perSecond: rounds[0]?.perSecond ?? 0,
    p50: most('p50'),
    p95: most('p95'),
    p99: most('p99'),
    errors: rounds.reduce((sum, { errors }) => sum + errors, 0),
  }
}
