import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs'
import { spawnServer, temporaryFolder } from '../server/test/run-server.ts'
import budgets from './budgets.json' with { type: 'json' }
import { sealedEnv, startFilled } from './filled-cases.ts'
import { startGenerator } from './generator.ts'
import { atLeast } from './limits.ts'
import { type Portal, quietEnv } from './portal.ts'
import { signIn } from './scenario.ts'
import { per, seconds, values } from './settings.ts'

/** Calls a second that one and two processes of the portal answer, by call. */
type ProcessFigures = Readonly<Record<string, Readonly<Record<'one' | 'two', number>>>>

/** What part of a processor each process of the portal may take: PostgreSQL and the generator have the rest of the machine. */
const sharePerProcess = 0.3

const calls: Readonly<Record<string, string>> = {
  list: '/v1/segnalazioni/integrazione-segnalazione-view?da=1&a=10',
  'a case': '/v1/segnalazioni/dettaglio/7',
}
const connections = 16

export async function processes() {
  const rows = Number(values.rows)
  const figures = await measureProcesses(rows)
  if (!figures) return
  console.log(
    `\n${rows} cases: calls a second of one and of two processes, each with ${sharePerProcess} of a processor`,
  )
  console.table(figures)
  for (const [name, { one, two }] of Object.entries(figures))
    atLeast(`calls of two processes per one, ${name}`, per(two, one), budgets.secondProcess)
}

/**
 * Measures what a second process adds where each has as much of a processor as the other and the database enough: no office's machine has
 * its processes, PostgreSQL and the users on two processors. Undefined without control groups of Linux, version 1, which root may change.
 */
async function measureProcesses(rows: number): Promise<ProcessFigures | undefined> {
  if (!existsSync('/sys/fs/cgroup/cpu/cpu.cfs_quota_us')) return undefined
  const portal = await startFilled('postgres', rows)
  if (!portal) return undefined
  const second = await startBeside(portal)
  const groups: ControlGroup[] = []
  try {
    const apis = [portal.api, await second.server.ready]
    // At full speed, so that both have compiled what they run.
    for (const path of Object.values(calls)) await perSecond(apis, path)
    for (const { pid } of [portal.server, second.server]) groups.push(limit(pid, sharePerProcess))
    const figures: Record<string, Record<'one' | 'two', number>> = {}
    for (const [name, path] of Object.entries(calls))
      figures[name] = {
        one: await perSecond(apis.slice(0, 1), path),
        two: await perSecond(apis, path),
      }
    return figures
  } finally {
    await second.close()
    await portal.close()
    for (const group of groups) group.remove()
  }
}

/** A second process on the database of another, which works on jobs. */
async function startBeside({ connection }: Portal) {
  const folder = await temporaryFolder()
  const url = `postgres://postgres@localhost/postgres?host=${encodeURIComponent(connection.host ?? '')}`
  const env = { ...quietEnv, ...sealedEnv, AUTH_MOCK: 'on', DATABASE_URL: url, JOBS: 'off' }
  const server = spawnServer({ dataDir: folder.path, env })
  return {
    server,
    async close() {
      await server.stop()
      await folder.remove()
    },
  }
}

type ControlGroup = ReturnType<typeof limit>

/** Puts a process into a group that may take a share of one processor. */
function limit(pid: number, share: number) {
  const path = `/sys/fs/cgroup/cpu/portale-bench-${pid}`
  mkdirSync(path)
  writeFileSync(`${path}/cpu.cfs_period_us`, '20000')
  writeFileSync(`${path}/cpu.cfs_quota_us`, String(20_000 * share))
  writeFileSync(`${path}/cgroup.procs`, String(pid))
  return { remove: () => rmdirSync(path) }
}

/** Sends a call to some processes at the same time, from as many connections in all. */
async function perSecond(apis: readonly string[], path: string): Promise<number> {
  const generators = apis.map(startGenerator)
  try {
    const cookies = await Promise.all(apis.map(async (api) => (await signIn(api, 'FRRGLI70A41H501U')).cookie))
    const send = (duration: number) =>
      Promise.all(
        generators.map((generator, place) =>
          generator.send({
            url: `${apis[place]}${path}`,
            connections: connections / apis.length,
            duration,
            headers: { cookie: cookies[place] ?? '' },
          }),
        ),
      )
    await send(2)
    const sent = await send(seconds)
    if (sent.some(({ errors }) => errors > 0)) throw new Error(`${path} failed.`)
    return sent.reduce((sum, one) => sum + one.perSecond, 0)
  } finally {
    for (const generator of generators) generator.stop()
  }
}
