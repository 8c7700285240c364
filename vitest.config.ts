import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { findPostgresBinaries } from './server/test/postgres-server.ts'

const isLong = process.env.TEST_SERIES === 'long'
const ignored = ['**/node_modules/**', '**/dist/**']
const longFiles = '**/*.long.test.ts'

/** Test files of the server by their paths without the ending; one that was moved or deleted is an error. */
const namedFiles = (...paths: string[]) =>
  paths.map((path) => {
    const file = `${path}.test.ts`
    if (!existsSync(new URL(`./server/${file}`, import.meta.url))) throw new Error(`There is no server/${file}.`)
    return file
  })

/** Files whose repetitions and data sets are smaller in the short series (`server/test/series.ts`). */
const fullFiles = namedFiles(
  'src/features/cases/finding/case-filters',
  'src/features/captcha/captcha',
  'src/features/statistics/case-counts',
  'src/commands/demo',
  'test/whole-server-database',
)

/** The files of a project: in the short series all but the long ones, in the long series those alone, and `full` ones. */
const filesOf = (include: string[], full: string[] = []) =>
  isLong
    ? { include: [...include.map(longOf), ...full], exclude: ignored, passWithNoTests: true }
    : { include, exclude: [...ignored, longFiles] }

const longOf = (pattern: string) => pattern.replace('.test.', '.long.test.')

// One module graph for all files of a worker: what an application start loads is loaded once, not once a file.
const sharedModules = { isolate: false, pool: 'forks' as const }

const onServer = {
  ...sharedModules,
  root: './server',
  globalSetup: ['./test/global-setup.ts'],
  setupFiles: ['./test/setup.ts'],
  // Some tests start whole servers while another test does.
  testTimeout: isLong ? 600_000 : 40_000,
  hookTimeout: 60_000,
  // A test that fails on CI has a second try, which is counted and printed as flaky.
  retry: process.env.CI ? 1 : 0,
}

const hasPostgres = findPostgresBinaries() !== undefined || Boolean(process.env.CI)
if (!hasPostgres)
  process.stderr.write(
    '\nSKIPPED: PostgreSQL is not installed; the features are tested on the embedded engine only.\n\n',
  )

/** What may behave differently on the embedded engine: lists, searches, concurrent transactions and changes of the schema. */
const embeddedFiles = namedFiles(
  'src/features/audit/archive',
  'src/features/cases/cases',
  'src/features/cases/record/case-saving',
  'src/features/cases/actions/case-guards',
  'src/features/cases/finding/search',
  'src/features/operators/operators',
  'src/features/registry/search/search',
  'src/features/operators/last-manager',
  'src/features/reports/reports',
  'src/features/session/session',
  'src/features/transfer/round-trip',
  'src/platform/database/transaction',
  'test/engines',
)

const everyEmbeddedFile = [
  ...['src/features/**/*.test.ts', 'src/{,commands/,wiring/}*.test.ts', 'src/platform/database/*.test.ts'],
  ...['test/engines.test.ts', 'test/whole-server{,-audit,-clear,-key,-logs}.test.ts'],
]

/** Long tests of the embedded engine, which they start by themselves: the project `app` has them. */
const engineItself = ['src/platform/database/*.long.test.ts']

const embedded = {
  ...onServer,
  name: 'embedded',
  env: { TEST_ENGINE: 'embedded' },
  // The long series runs every feature on this engine as well, and the servers whose database is the project's.
  ...(isLong ? { include: everyEmbeddedFile, exclude: [...ignored, ...engineItself] } : filesOf(embeddedFiles)),
}

export default defineConfig({
  test: {
    // One more than cores: files spend time waiting for databases and servers.
    maxWorkers: availableParallelism() + 1,
    projects: [
      {
        test: {
          ...sharedModules,
          ...filesOf(['contract/**/*.test.ts', 'scripts/**/*.test.mjs']),
          name: 'unit',
          testTimeout: 60_000,
        },
      },
      {
        test: {
          ...onServer,
          ...filesOf(['{src,test}/**/*.test.ts'], fullFiles),
          name: 'app',
          env: { TEST_ENGINE: hasPostgres ? 'postgres' : 'embedded' },
        },
      },
      { test: embedded },
      ...(isLong ? [] : ['./web/vite.config.ts']),
    ],
  },
})
