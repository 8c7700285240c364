import { defineConfig } from 'vitest/config'
import { findPostgresBinaries } from './server/test/postgres-server.ts'

const isLong = process.env.TEST_SERIES === 'long'
const notOurs = ['**/node_modules/**', '**/dist/**']
const short = isLong
  ? { include: ['**/*.long.test.ts'], exclude: notOurs, passWithNoTests: true }
  : { exclude: ['**/*.long.test.ts', ...notOurs] }
const featureFiles = isLong
  ? ['src/features/**/*.long.test.ts']
  : ['src/features/**/*.test.ts', 'src/*.test.ts', 'test/engines.test.ts']
const onServer = {
  ...short,
  root: './server',
  globalSetup: ['./test/global-setup.ts'],
  // Some start whole servers, beside another that does.
  testTimeout: isLong ? 600_000 : 40_000,
  hookTimeout: 60_000,
  // Two cores that others use as well: what fails for lack of time has a second try on CI.
  retry: process.env.CI ? 1 : 0,
}

/** Features run on PostgreSQL as well; without it they are left out loudly, and never in CI. */
function postgresProjects() {
  if (findPostgresBinaries() || process.env.CI) {
    const test = {
      ...onServer,
      name: 'postgres',
      include: featureFiles,
      env: { TEST_ENGINE: 'postgres' },
    }
    return [{ test }]
  }
  process.stderr.write(
    '\nSKIPPED: PostgreSQL is not installed; the features are tested on the embedded engine only.\n\n',
  )
  return []
}

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      { test: { ...short, name: 'contract', root: './contract' } },
      {
        test: {
          ...short,
          name: 'scripts',
          root: './scripts',
          testTimeout: 60_000,
          ...(!isLong && { include: ['**/*.test.mjs'] }),
        },
      },
      { test: { ...onServer, name: 'embedded', env: { TEST_ENGINE: 'embedded' } } },
      ...postgresProjects(),
      ...(isLong ? [] : ['./web/vite.config.ts']),
    ],
  },
})
