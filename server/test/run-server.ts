import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { settingsTable } from '#platform/settings.ts'
import { waitForGreeting } from '../../scripts/greeting.mjs'
import { refusalOfBuild } from '../../scripts/ready.mjs'
import { officeDefaults } from '../src/office-defaults.ts'
import { fixedCaptcha } from './make.ts'

export interface ServerOptions {
  readonly dataDir: string
  readonly env?: Readonly<Record<string, string>>
  /** Options of Node itself, such as --cpu-prof. */
  readonly nodeOptions?: readonly string[]
}

/** How a process ended: its exit code, or the signal that killed it. */
export type End = number | NodeJS.Signals

export interface ServerProcess {
  readonly pid: number
  /** The address of its API (`…/api`), once it serves; rejects with what it wrote when it ends before that. */
  readonly ready: Promise<string>
  readonly ended: Promise<End>
  readonly stdout: () => string
  readonly stderr: () => string
  signal(name: NodeJS.Signals): void
  /** Ends it as an administrator does, with SIGTERM; what has not ended after ten seconds is killed ('SIGKILL'). */
  stop(): Promise<End>
}

/** The master key of every server that tests start, unless they name another. */
const testMasterKey = Buffer.alloc(32, 7).toString('base64')

const root = fileURLToPath(new URL('../../', import.meta.url))
const stopMillis = 10_000
const running = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

let isBuildChecked = false

/** Once per process: to read all sources takes a tenth of a second. */
function refuseStaleBuild() {
  const refusal = isBuildChecked ? undefined : refusalOfBuild()
  if (refusal) throw new Error(refusal)
  isBuildChecked = true
}

/** Nothing that a test starts makes files among the sources. */
const spidFiles = (dataDir: string) => ({
  SPID_KEY_FILE: join(dataDir, 'spid.key'),
  SPID_CERTIFICATE_FILE: join(dataDir, 'spid.crt'),
  SPID_IDP_METADATA_DIR: join(dataDir, 'idp'),
})

/**
 * Starts the whole server, as `npm run build` left it, as a process of its own on a free loopback port, unless `env` has
 * another. Throws when the build is not made from the sources as they are.
 */
export function spawnServer({ dataDir, env, nodeOptions = [] }: ServerOptions): ServerProcess {
  refuseStaleBuild()
  const child = spawn(process.execPath, [...nodeOptions, 'server/dist/main.js'], {
    cwd: root,
    env: {
      ...ownEnvironment(),
      DATA_DIR: dataDir,
      PORT: '0',
      MASTER_KEY: testMasterKey,
      CAPTCHA_FIXED: fixedCaptcha(env),
      ...spidFiles(dataDir),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.add(child)
  let stdout = ''
  let stderr = ''
  child.stdout.setEncoding('utf8').on('data', (text) => {
    stdout += text
  })
  child.stderr.setEncoding('utf8').on('data', (text) => {
    stderr += text
  })
  const ended = new Promise<End>((resolve) => {
    // `close` comes after the last output, `exit` may not.
    child.on('close', (code, signal) => {
      running.delete(child)
      resolve(code ?? signal ?? 'SIGKILL')
    })
  })
  const ready = waitForGreeting(child).then((greeting) => /^ {2}API: +(http:\S+)\/\n/m.exec(greeting)?.[1] ?? '')
  // Whoever wants no more than the end does not wait for it.
  ready.catch(() => {})
  return {
    pid: child.pid ?? 0,
    ready,
    ended,
    stdout: () => stdout,
    stderr: () => stderr,
    signal: (name) => void child.kill(name),
    stop: async () => {
      child.kill('SIGTERM')
      const timer = setTimeout(() => child.kill('SIGKILL'), stopMillis)
      const end = await ended
      clearTimeout(timer)
      return end
    },
  }
}

/** Nothing of the caller's settings, nor of a `.env` beside the program: what is set, if only empty, stays. */
function ownEnvironment(): Record<string, string> {
  const settings = Object.keys(settingsTable(officeDefaults)).map((name) => [name, ''])
  const { PATH = '', HOME = '', TMPDIR = tmpdir() } = process.env
  return { ...Object.fromEntries(settings), PATH, HOME, TMPDIR }
}

/** A new folder for DATA_DIR. */
export async function temporaryFolder(): Promise<{ path: string; remove: () => Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'portale-run-'))
  return { path, remove: () => rm(path, { recursive: true, force: true, maxRetries: 3 }) }
}
