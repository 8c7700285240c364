import { spawn } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { transferFiles } from '../contract/src/transfer/transfer-kinds.ts'
import { writeLargeOffice } from '../server/src/demo/large/write-office.ts'
import { demoPeople } from '../server/src/features/session/demo-people.ts'
import { startPostgres } from '../server/test/postgres-server.ts'
import { spawnServer, temporaryFolder } from '../server/test/run-server.ts'
import { atMost } from './limits.ts'
import type { Engine } from './portal.ts'
import { values } from './settings.ts'

/** One command: its seconds, and the largest memory of its process in megabytes. */
interface CommandFigures {
  readonly seconds: number
  readonly megabytes: number
}

/** Figures of an office that moves in, out, into another installation and out again. */
interface TransferFigures {
  readonly check: CommandFigures
  readonly import: CommandFigures
  readonly export: CommandFigures
  readonly importAgain: CommandFigures
  readonly exportAgain: CommandFigures
  /** Files of records that differ between the two exports. */
  readonly differences: readonly string[]
}

const root = fileURLToPath(new URL('../', import.meta.url))
const masterKey = Buffer.alloc(32, 7).toString('base64')
const [manager = '', otherManager = ''] = demoPeople
  .filter(({ roles }) => roles.includes('manager'))
  .map(({ taxCode }) => taxCode)
const sampleMs = 500

/** The largest resident memory of a process so far, in megabytes; undefined once it has ended. */
const peakOf = async (pid: number): Promise<number | undefined> => {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  const [, kilobytes] = /^VmHWM:\s+(\d+) kB/m.exec(status) ?? []
  return kilobytes === undefined ? undefined : Math.round(Number(kilobytes) / 1024)
}

async function run(script: string, args: readonly string[], env: Readonly<Record<string, string>>) {
  const start = performance.now()
  const { PATH = '', HOME = '' } = process.env
  const child = spawn(process.execPath, [script, ...args], {
    cwd: root,
    env: { PATH, HOME, MASTER_KEY: masterKey, ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  let megabytes = 0
  const timer = setInterval(async () => {
    megabytes = Math.max(megabytes, (await peakOf(child.pid ?? 0)) ?? 0)
  }, sampleMs)
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve))
  clearInterval(timer)
  if (code !== 0) throw new Error(`${script} ended with ${code}.`)
  return { seconds: Math.round((performance.now() - start) / 1000), megabytes }
}

/** An installation without cases; undefined if its engine is not installed. */
async function newInstallation(engine: Engine) {
  const postgres = engine === 'postgres' ? await startPostgres({ isDurable: true }) : undefined
  if (engine === 'postgres' && !postgres) return undefined
  const folder = await temporaryFolder()
  const env = { DATA_DIR: folder.path, AUTH_MOCK: 'on', ...(postgres && { DATABASE_URL: postgres.url }) }
  const server = spawnServer({ dataDir: folder.path, env })
  await server.ready
  await server.stop()
  const close = async () => {
    await postgres?.stop()
    await folder.remove()
  }
  return { env, close }
}

/** The lines of a file of records, in an order that does not depend on that of the import. */
const linesOf = async (folder: string, name: string) =>
  (await readFile(join(folder, name), 'utf8').catch(() => '')).split('\n').sort()

async function differencesOf(one: string, other: string): Promise<string[]> {
  const different: string[] = []
  for (const kind of Object.values(transferFiles)) {
    const name = `${kind}.jsonl`
    const [left, right] = [await linesOf(one, name), await linesOf(other, name)]
    if (left.length !== right.length || left.some((line, index) => line !== right[index])) different.push(name)
  }
  const [left, right] = [await readdir(join(one, 'allegati')), await readdir(join(other, 'allegati'))]
  if (left.sort().join() !== right.sort().join()) different.push('allegati')
  return different
}

/** Moves an invented office with a file in every second case in, out, into another installation and out again. */
async function measureTransfer(engine: Engine, cases: number): Promise<TransferFigures | undefined> {
  const work = await mkdtemp(join(tmpdir(), 'portale-transfer-'))
  const folder = (name: string) => join(work, name)
  const first = await newInstallation(engine)
  const second = first && (await newInstallation(engine))
  try {
    if (!first || !second) return undefined
    await writeLargeOffice(folder('office'), { cases, years: 15, fileEvery: 2, today: new Date() })
    const importing = (name: string, ...more: string[]) => [folder(name), '--by', manager, ...more]
    const exporting = (name: string) => [folder(name), '--by', manager, '--confirmed-by', otherManager]
    return {
      check: await run('scripts/import.mjs', importing('office', '--check'), first.env),
      import: await run('scripts/import.mjs', importing('office'), first.env),
      export: await run('scripts/export-all.mjs', exporting('one'), first.env),
      importAgain: await run('scripts/import.mjs', importing('one'), second.env),
      exportAgain: await run('scripts/export-all.mjs', exporting('two'), second.env),
      differences: await differencesOf(folder('one'), folder('two')),
    }
  } finally {
    await first?.close()
    await second?.close()
    await rm(work, { recursive: true, force: true })
  }
}

/** An office moves in and out; `--rows` are its cases. */
export async function transfer() {
  const rows = Number(values.rows)
  const figures = await measureTransfer(values.engine as Engine, rows)
  if (!figures) return
  const { differences, ...commands } = figures
  console.log(`\n${rows} cases with a file in every second one, on ${values.engine}`)
  console.table(commands)
  atMost('files that differ after the second export', differences.length, 0)
}
