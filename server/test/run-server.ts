import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { settingsTable } from '#platform/settings/settings.ts'
import { waitForGreeting } from '../../scripts/greeting.mjs'
import { errorOfBuild } from '../../scripts/ready.mjs'
import { officeDefaults } from '../src/wiring/office-defaults.ts'
import { fixedCaptcha } from './make.ts'

export interface ServerOptions {
  readonly dataDir: string
  readonly env?: Readonly<Record<string, string>>
  /** Folder of a program that is built already; this one by default. */
  readonly program?: string | undefined
  /** Options of Node itself, such as --cpu-prof. */
  readonly nodeOptions?: readonly string[]
}

/** Exit code of a process, or the signal that killed it. */
export type ExitStatus = number | NodeJS.Signals

export interface ServerProcess {
  readonly pid: number
  /** Resolves to the URL of the API (`…/api`) once it serves; rejects with its output if the process ends before. */
  readonly ready: Promise<string>
  readonly ended: Promise<ExitStatus>
  readonly stdout: () => string
  readonly stderr: () => string
  signal(name: NodeJS.Signals): void
  /** Stops the process with SIGTERM, and after ten seconds with SIGKILL. */
  stop(): Promise<ExitStatus>
}

/** The default master key of test servers. */
const testMasterKey = Buffer.alloc(32, 7).toString('base64')

const root = fileURLToPath(new URL('../../', import.meta.url))
const stopMillis = 10_000
const running = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

let isBuildChecked = false

/** Checked once per process, since reading all sources takes a tenth of a second. */
function refuseStaleBuild() {
  const denial = isBuildChecked ? undefined : errorOfBuild()
  if (denial) throw new Error(denial)
  isBuildChecked = true
}

/** Keeps SPID's key files out of the source tree. */
const spidFiles = (dataDir: string) => ({
  SPID_KEY_FILE: join(dataDir, 'spid.key'),
  SPID_CERTIFICATE_FILE: join(dataDir, 'spid.crt'),
  SPID_IDP_METADATA_DIR: join(dataDir, 'idp'),
})

/**
 * Starts the built server as a process on a free loopback port, unless `env` sets another. Throws if the build of this program does not
 * match its sources.
 */
export function spawnServer({ dataDir, env, program, nodeOptions = [] }: ServerOptions): ServerProcess {
  if (!program) refuseStaleBuild()
  const child = spawn(process.execPath, [...nodeOptions, 'server/dist/main.js'], {
    cwd: program ?? root,
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
  const ended = new Promise<ExitStatus>((resolve) => {
    // `close` comes after the last output; `exit` may come before.
    child.on('close', (code, signal) => {
      running.delete(child)
      resolve(code ?? signal ?? 'SIGKILL')
    })
  })
  const ready = waitForGreeting(child).then((greeting) => /^ {2}API: +(http:\S+)\/\n/m.exec(greeting)?.[1] ?? '')
  // Callers that only await `ended` must not cause an unhandled rejection.
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

/** The environment without the caller's settings; empty values also hide those of a `.env` file. */
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
