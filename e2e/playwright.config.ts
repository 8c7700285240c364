import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { findBrowser } from '../scripts/find-browser.mjs'
import { findFreePort } from '../scripts/free-port.mjs'
import { fixedAnswer } from './fixed-answer.ts'

// The workers read this file too and are given the first reading's values: one server, one data folder.
if (!process.env.E2E_PORT) {
  const dataDir = mkdtempSync(join(tmpdir(), 'portale-e2e-'))
  process.env.E2E_PORT = String(await findFreePort())
  process.env.E2E_DATA_DIR = dataDir
  process.on('exit', () => {
    for (const path of [dataDir, `${dataDir}.key`]) rmSync(path, { recursive: true, force: true })
  })
}
const { E2E_PORT: port = '', E2E_DATA_DIR: dataDir = '' } = process.env
const root = join(import.meta.dirname, '..')
const isLong = process.env.TEST_SERIES === 'long'

const notNow = isLong ? [] : ['**/*.long.spec.ts']

/** What the desk, sessions and bytes are like on a telephone is seen in the long series. */
const onTelephonesLater = [
  ...[
    'answers',
    'case-levels',
    'case-together',
    'case-work',
    'first-load',
    'operators',
    'protection',
    'session',
    'sign-in',
  ],
].map((name) => `**/${name}.spec.ts`)

/** Starting the server shows no page, and telephones have no keyboard: once is enough. */
const notOnTelephones = ['**/start.spec.ts', '**/case-keyboard.spec.ts', '**/notices.spec.ts']

const flags = [
  ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
  // No test asks anybody else for anything.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
  ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
]
const executablePath = findBrowser()

export default defineConfig({
  testDir: '.',
  testMatch: isLong ? '**/*.long.spec.ts' : '**/*.spec.ts',
  testIgnore: notNow,
  workers: 2,
  // On a machine that CI shares a journey that fails is tried once more, and told as flaky: a fault to be mended.
  retries: process.env.CI ? 1 : 0,
  forbidOnly: Boolean(process.env.CI),
  timeout: isLong ? 600_000 : 60_000,
  // Two cores may be busy with other things.
  expect: { timeout: 10_000 },
  outputDir: `${root}/test-results/e2e`,
  reporter: [['list'], ['json', { outputFile: `${root}/test-results/e2e.json` }]],
  use: {
    baseURL: `http://127.0.0.1:${port}`,
    locale: 'it-IT',
    timezoneId: 'Europe/Rome',
    screenshot: 'only-on-failure',
    // A trace slows every step down.
    trace: process.env.CI ? 'on-first-retry' : 'retain-on-failure',
    launchOptions: { args: flags, ...(executablePath && { executablePath }) },
  },
  projects: [
    { name: 'desktop', use: { viewport: { width: 1280, height: 900 } } },
    {
      name: 'phone',
      testIgnore: isLong ? [] : [...notNow, ...onTelephonesLater, ...notOnTelephones],
      ...(isLong && { testMatch: ['**/*.long.spec.ts', ...onTelephonesLater] }),
      use: { viewport: { width: 390, height: 844 }, hasTouch: true },
    },
  ],
  webServer: {
    command: 'node server/dist/main.js',
    cwd: root,
    port: Number(port),
    env: {
      ...{ PORT: port, DATA_DIR: dataDir, LOG_LEVEL: 'warn', MASTER_KEY_FILE: `${dataDir}.key` },
      CAPTCHA_FIXED: fixedAnswer,
      ...{ SPID_KEY_FILE: `${dataDir}.spid.key`, SPID_CERTIFICATE_FILE: `${dataDir}.spid.crt` },
    },
    gracefulShutdown: { signal: 'SIGTERM', timeout: 5000 },
    stdout: 'ignore',
    timeout: 60_000,
  },
})
