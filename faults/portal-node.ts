import { join } from 'node:path'
import { type ServerProcess, spawnServer } from '../server/test/run-server.ts'
import { type Machine, readEnvironment } from './machine.ts'

export type NodeName = 'app1' | 'app2'

/** A node of the portal, which the suite ends and starts again. */
export interface PortalNode {
  /** Its own address, beside the door. */
  readonly api: string
  server(): ServerProcess
  /** Starts it unless it runs, with more variables of the environment where a fault needs them. */
  start(more?: Readonly<Record<string, string>>): Promise<void>
  /** Starts from now on the program in this folder; its start is that of the next `start`. */
  use(program: string | undefined): void
  /** What it logged of calls that it answered with 500. */
  failures(): string[]
}

/** What differs from the files of `deploy/`: people sign in without SPID, one sender has no limit, and captchas have a known answer. */
const ofTest = {
  NODE_ENV: 'test',
  AUTH_MOCK: 'on',
  REPORTS_PER_MINUTE: '1000000',
  REQUESTS_PER_MINUTE: '10000000',
  SCANS_PER_MINUTE: '1000000',
  EXPORTS_PER_DAY: '100000',
  MASTER_KEY_FILE: '',
}

/** Failures that have the answer 503. */
const awayWords = /unavailable|esito_ignoto|OutcomeUnknown|terminat|ECONN|not queryable|query_wait_timeout|08P01|53100/

/** A node of these settings besides those of its machine. */
export async function createNode(
  machine: Machine,
  publicUrl: string,
  services: Readonly<Record<string, string>>,
): Promise<PortalNode> {
  const settings = await readEnvironment(machine, 'portale.env')
  let server: ServerProcess | undefined
  let isRunning = false
  let program: string | undefined
  return {
    api: `http://${machine.address}:3000${apiPath(settings)}`,
    server() {
      if (!server) throw new Error(`${machine.name} was not started.`)
      return server
    },
    async start(more) {
      if (isRunning) return
      const env = {
        ...settings,
        ...services,
        ...ofTest,
        HOST: machine.address,
        METRICS_HOST: machine.address,
        PUBLIC_URL: publicUrl,
        ...more,
      }
      const started = spawnServer({ dataDir: join(machine.data, 'data'), env, program })
      server = started
      isRunning = true
      void started.ended.then(() => {
        isRunning = false
      })
      await started.ready
    },
    use(folder) {
      program = folder
    },
    failures: () =>
      (server?.stdout() ?? '')
        .split('\n')
        .filter((line) => /call failed|"level":60/.test(line) && !awayWords.test(line)),
  }
}

/** The path of the API below the address of a portal with these settings. */
export const apiPath = ({ OFFICE_SLUG }: Readonly<Record<string, string>>) => `/${OFFICE_SLUG}/api`
