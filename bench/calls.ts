import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type pg from 'pg'
import { startBare } from './bare.ts'
import { listsOf } from './case-lists.ts'
import { startFilled, withVault } from './filled-cases.ts'
import { startGenerator } from './generator.ts'
import type { Portal } from './portal.ts'
import { processorTimes, usedBetween } from './processor.ts'
import { signIn } from './registry.ts'
import { isRead, type SentStatement, sentByCalls, statementLog } from './sent-statements.ts'

/** Who answers a call. */
const contenders = ['bare', 'portal', 'peer'] as const
type Contender = (typeof contenders)[number]

/** The rounds of each contender that answers a call. */
export type CallFigures = Readonly<Record<Contender, readonly Load[]>>

/** Figures of one load: milliseconds of processor time are those of one call. */
interface Load {
  readonly perSecond: number
  readonly p50: number
  readonly p99: number
  readonly errors: number
  readonly serverMs: number
  readonly databaseMs: number
  readonly clientMs: number
  readonly bytes: number
}

const round = (value: number, digits = 2) => Number(value.toFixed(digits))
/** The round in the middle by calls a second. */
const middle = (loads: readonly Load[]) =>
  loads.toSorted((one, other) => one.perSecond - other.perSecond)[Math.floor(loads.length / 2)]

/** The portal's calls a second per those of another contender; undefined where that does not answer the call. */
export function shareOf(figures: CallFigures, other: Contender): number | undefined {
  const [own, others] = [middle(figures.portal), middle(figures[other])]
  return own && others && round(own.perSecond / others.perSecond)
}

/** The largest number per the smallest; undefined of none. */
const spreadOf = (costs: readonly number[]) =>
  costs.length > 0 ? round(Math.max(...costs) / Math.min(...costs)) : undefined
const costOf = ({ serverMs, databaseMs }: Load) => serverMs + databaseMs

export const errorsOf = (figures: CallFigures) =>
  contenders.flatMap((who) => figures[who]).reduce((sum, { errors }) => sum + errors, 0)

/** The figures as a table: for each contender the round in the middle. */
export function tableOf(figures: CallFigures): Record<string, object> {
  const rows = contenders.flatMap((who) => {
    const load = middle(figures[who])
    return load ? [[who, rowOf(load, figures[who], figures.bare)] as const] : []
  })
  return Object.fromEntries(rows)
}

const rowOf = (load: Load, rounds: readonly Load[], bare: readonly Load[]) => ({
  'per second': Math.round(load.perSecond),
  'p50 ms': load.p50,
  'p99 ms': load.p99,
  errors: load.errors,
  'server ms': round(load.serverMs),
  'database ms': round(load.databaseMs),
  'largest per smallest': spreadOf(rounds.map(costOf)),
  // The machine's own changes are those of the bare server as well.
  'the same of costs per bare': spreadOf(
    rounds.flatMap((one, turn) => (bare[turn] ? costOf(one) / costOf(bare[turn]) : [])),
  ),
  'client ms': round(load.clientMs),
  bytes: load.bytes,
})

interface Call {
  /** Address without the API of the server; `{id}` takes the ids of cases in turn. */
  readonly path: string
  readonly isPage?: true
  /** RUP by default. */
  readonly by?: 'operatorOne' | 'operatorTwo'
}

const connections = 16
const list = '/v1/segnalazioni/integrazione-segnalazione-view?da=1&a=10'
const filtersOf = (query: object) =>
  Object.entries(query)
    .map(([key, value]) => `&${key}=${encodeURIComponent(typeof value === 'string' ? value : JSON.stringify(value))}`)
    .join('')

async function callsOf(pool: pg.Pool, portal: Portal): Promise<Record<string, Call>> {
  const lists = await withVault(portal, (vault) => listsOf(pool, vault, 1))
  const listCall = (name: string): Call => {
    const [measured] = lists[name] ?? []
    if (!measured) throw new Error(`There is no list '${name}'.`)
    return { path: `${list}${filtersOf(measured.query)}` }
  }
  // biome-ignore format: a table
  return {
    'list':                  listCall('all cases, first page'),
    'list by a ground':      listCall('a ground'),
    'list by three filters': listCall('three filters'),
    'next page of a list':   listCall('all cases, a page by key'),
    'word of one in 1000':   listCall('a word of one case in 1000'),
    'home of RUP':           { path: '/v1/segnalazioni/home' },
    'home of level I':       { path: '/v1/segnalazioni/home', by: 'operatorOne' },
    'home of level II':      { path: '/v1/segnalazioni/home', by: 'operatorTwo' },
    'counts of tabs':        { path: '/v1/segnalazioni/viste/conteggi?vista=0' },
    'case':                  { path: '/v1/segnalazioni/dettaglio/{id}' },
    'badges':                { path: '/v1/segnalazioni/numero-casi' },
    'in-sessione':           { path: '/v1/utenti/in-sessione' },
    'live':                  { path: '/health/live' },
    'reference bundle':      { path: '/v1/tipologiche/all-dettaglio/it' },
    'intro page':            { path: '/', isPage: true },
  }
}

/** Every seventh of the first cases. */
const ids = Array.from({ length: 500 }, (_, index) => 1 + index * 7)
const pathsOf = (path: string) => (path.includes('{id}') ? ids.map((id) => path.replace('{id}', String(id))) : [path])

interface Target {
  readonly origin: string
  readonly pid: number
  readonly headers?: Readonly<Record<string, string>>
}

async function load(
  pool: pg.Pool,
  { origin, pid, headers = {} }: Target,
  path: string,
  seconds: number,
): Promise<Load> {
  const generator = startGenerator()
  try {
    const requests = pathsOf(path).map((one) => ({ method: 'GET' as const, path: one }))
    const send = (duration: number) =>
      generator.send({ url: origin, connections, duration, headers: { ...headers }, requests })
    await send(1)
    const before = await processorTimes({ pid }, pool)
    const sent = await send(seconds)
    const used = usedBetween(before, await processorTimes({ pid }, pool))
    const perCall = (total: number) => (total * 1000) / sent.calls
    return {
      perSecond: sent.perSecond,
      p50: sent.p50,
      p99: sent.p99,
      errors: sent.errors,
      serverMs: perCall(used.server),
      databaseMs: perCall(used.database),
      clientMs: perCall(sent.clientSeconds),
      bytes: Math.round(sent.bytes / sent.calls),
    }
  } finally {
    generator.stop()
  }
}

/** What the portal reads for a call that it has answered before; `{id}` stands for the id of the case. */
async function readsOf(pool: pg.Pool, portal: Portal, { headers }: Target, address: string): Promise<SentStatement[]> {
  const [id = 0] = ids
  const url = `${new URL(portal.api).origin}${address.replace('{id}', String(id))}`
  const send = async () => {
    const reply = await fetch(url, { headers: { ...headers } })
    if (!reply.ok) throw new Error(`${address}: ${reply.status}`)
    await reply.arrayBuffer()
  }
  // A statement has its name from the second call on, and a list is known to be long.
  for (let index = 0; index < 3; index++) await send()
  const [first = []] = await sentByCalls(pool, portal, [send, send])
  const withId = (value: string | null) => (address.includes('{id}') && value === String(id) ? '{id}' : value)
  return first.filter(isRead).map(({ text, values }) => ({ text, values: values.map(withId) }))
}

const rounds = 3

/** A call, and where each contender that answers it does. */
interface Contest {
  readonly name: string
  readonly asked: Readonly<Partial<Record<Contender, readonly [target: Target, path: string]>>>
}

/** The rounds of all contenders, in turn. */
async function measure(pool: pg.Pool, { asked }: Contest, seconds: number): Promise<CallFigures> {
  const figures: Record<Contender, Load[]> = { bare: [], portal: [], peer: [] }
  for (let turn = 0; turn < rounds; turn++)
    for (const who of contenders) if (asked[who]) figures[who].push(await load(pool, ...asked[who], seconds / rounds))
  return figures
}

interface Options {
  readonly seconds: number
  /** A part of the names of the calls to measure. */
  readonly only: string | undefined
  /** A module that starts a peer. */
  readonly peer: string | undefined
}

/**
 * Measures calls among `rows` cases on PostgreSQL: three rounds in turn of the portal, of a bare server that executes what the portal
 * reads, and of a peer if there is one. Calls `report` with the figures of each call.
 */
export async function measureCalls(
  rows: number,
  { seconds, only = '', peer }: Options,
  report: (name: string, figures: CallFigures) => void,
): Promise<void> {
  const portal = await startFilled('postgres', rows, { settings: statementLog })
  if (!portal) return
  const pool = portal.connect(2)
  try {
    const calls = Object.entries(await callsOf(pool, portal)).filter(([name]) => name.includes(only))
    await compareAll(pool, portal, calls, peer, async (contest) =>
      report(contest.name, await measure(pool, contest, seconds)),
    )
  } finally {
    await pool.end()
    await portal.close()
  }
}

async function compareAll(
  pool: pg.Pool,
  portal: Portal,
  calls: readonly (readonly [name: string, call: Call])[],
  peerModule: string | undefined,
  run: (contest: Contest) => Promise<void>,
) {
  const { origin, pathname } = new URL(portal.api)
  const addressOf = ({ path, isPage }: Call) =>
    isPage ? pathname.replace(/api\/?$/, path.slice(1)) : `${pathname.replace(/\/$/, '')}${path}`
  const routes: Record<string, readonly SentStatement[]> = {}
  const targets: Record<string, Target> = {}
  for (const [index, [name, call]] of calls.entries()) {
    targets[name] = { origin, pid: portal.server.pid, headers: await signIn(portal, call.by) }
    routes[`/${index}`] = await readsOf(pool, portal, targets[name], addressOf(call))
  }
  const bare = await startBare(portal, routes)
  const peer = peerModule === undefined ? undefined : await startPeer(peerModule, portal)
  try {
    // What a server does for the first time takes longer.
    for (const [name, call] of calls) if (targets[name]) await load(pool, targets[name], addressOf(call), 1)
    for (const [index, [name, call]] of calls.entries()) {
      const withId = call.path.includes('{id}') ? '?id={id}' : ''
      const peerPath = peer?.paths[name]
      await run({
        name,
        asked: {
          ...(routes[`/${index}`]?.length && { bare: [bare, `/${index}${withId}`] }),
          ...(targets[name] && { portal: [targets[name], addressOf(call)] }),
          ...(peer && peerPath && { peer: [peer, peerPath] }),
        },
      })
    }
  } finally {
    await peer?.stop()
    await bare.stop()
  }
}

/** Another program that answers the same calls from a database of its own in the same PostgreSQL. */
export interface Peer extends Target {
  /** Its address for each call that it can answer. */
  readonly paths: Readonly<Record<string, string>>
  stop(): Promise<void>
}

/** Starts the peer of a module, which exports `startPeer(connection)`. */
async function startPeer(path: string, { connection }: Portal): Promise<Peer> {
  const module = (await import(pathToFileURL(resolve(path)).href)) as {
    startPeer: (of: Portal['connection']) => Promise<Peer>
  }
  return module.startPeer(connection)
}
