import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { findBrowser } from '../scripts/find-browser.mjs'
import { findFreePort } from '../scripts/free-port.mjs'
import { makeReady } from '../scripts/ready.mjs'
import { fixedAnswer } from './fixed-answer.ts'

// The workers read this file too and inherit these values from the first process: one server, one data folder.
if (!process.env.E2E_PORT) {
  // The journeys run the build, which must be current.
  await makeReady()
  const dataDir = mkdtempSync(join(tmpdir(), 'portale-e2e-'))
  process.env.E2E_PORT = String(await findFreePort())
  process.env.E2E_DATA_DIR = dataDir
  process.env.E2E_IMPORT_DIR = mkdtempSync(join(tmpdir(), 'portale-e2e-import-'))
  process.on('exit', () => {
    for (const path of [dataDir, `${dataDir}.key`, process.env.E2E_IMPORT_DIR ?? ''])
      rmSync(path, { recursive: true, force: true })
  })
}
const { E2E_PORT: port = '', E2E_DATA_DIR: dataDir = '', E2E_IMPORT_DIR: importDir = '' } = process.env
const root = join(import.meta.dirname, '..')
const isLong = process.env.TEST_SERIES === 'long'

const longFiles = '**/*.long.spec.ts'

/** Not run at the width of a phone: these show no page, need a keyboard, set the widths themselves, or are the same at each width. */
const desktopFiles = [
  'start',
  'case-keyboard',
  'desk-tasks',
  'notices',
  'desk-media',
  'open-panels',
  'every-page',
  'reflow',
  'dev.long',
  'desk-outage',
  'case-at-once',
  'mailbox',
].map((name) => `**/${name}.spec.ts`)

/**
 * Chromium builds the two lists of its address bar as separate pages for every tab: 0.75 s of a core each time, for nothing.
 * A second list of features replaces Playwright's list, so its features are repeated here.
 */
const featuresOff = [
  ...['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'],
  ...['AvoidUnnecessaryBeforeUnloadCheckSync', 'DestroyProfileOnBrowserClose', 'HttpsUpgrades', 'LensOverlay'],
  ...['HttpsFirstBalancedModeAutoEnable', 'MediaRouter', 'PaintHolding', 'ThirdPartyStoragePartitioning'],
  ...['AvoidCorsURLLoaderRestartOnRedirect', 'TcpPortRandomizationWin', 'OptimizationHints'],
  ...['NetworkTimeServiceQuerying', 'AimEnabled', 'PreconnectToSearch'],
]

const flags = [
  ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
  // No test sends a request to another host.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
  ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
  `--disable-features=${featuresOff.join(',')}`,
  // Every context starts without compiled code and ends soon: compiling less saves a tenth of the processor time.
  '--js-flags=--no-opt --max-lazy',
]
const executablePath = findBrowser()

// `findBrowser` prefers chromium-headless-shell: a full Chromium draws a user interface that nobody sees, a fifth of a journey's
// processor time. The server runs on PostgreSQL, as in an office; start.spec.ts and dev.long.spec.ts use the embedded engine.
export default defineConfig({
  testDir: '.',
  workers: 2,
  // A journey that fails on CI is retried once; if it then passes, it is printed as flaky: a defect to fix.
  retries: process.env.CI ? 1 : 0,
  forbidOnly: Boolean(process.env.CI),
  timeout: isLong ? 600_000 : 60_000,
  // Two cores may be busy with other processes.
  expect: { timeout: 10_000 },
  outputDir: `${root}/test-results/e2e`,
  reporter: [['list'], ['json', { outputFile: `${root}/test-results/e2e.json` }]],
  use: {
    baseURL: `http://127.0.0.1:${port}`,
    // A control that cannot be pressed in this time fails the test before the test's own timeout.
    actionTimeout: isLong ? 60_000 : 20_000,
    locale: 'it-IT',
    timezoneId: 'Europe/Rome',
    screenshot: 'only-on-failure',
    // A trace slows every step down: TRACE=1 records one of what fails.
    trace: process.env.TRACE ? 'retain-on-failure' : 'on-first-retry',
    launchOptions: { args: flags, ...(executablePath && { executablePath }) },
  },
  // In the short series a test runs at one width: that of a phone if it is tagged @phone. The long series runs all on phones.
  projects: [
    {
      name: 'desktop',
      ...(isLong ? { testMatch: [longFiles, '**/every-page.spec.ts'] } : { testIgnore: longFiles }),
      grepInvert: /@phone/,
      // Desktops request reduced motion, so that no step waits for an animation; phones run with animations.
      use: { viewport: { width: 1280, height: 900 }, contextOptions: { reducedMotion: 'reduce' } },
    },
    {
      name: 'phone',
      ...(isLong ? { testIgnore: desktopFiles, grepInvert: /@desktop/ } : { testIgnore: longFiles, grep: /@phone/ }),
      use: { viewport: { width: 390, height: 844 }, hasTouch: true },
    },
  ],
  webServer: {
    command: 'node --import tsx e2e/serve.ts',
    cwd: root,
    port: Number(port),
    env: {
      PORT: port,
      DATA_DIR: dataDir,
      IMPORT_DIR: importDir,
      LOG_LEVEL: 'warn',
      MASTER_KEY_FILE: `${dataDir}.key`,
      CAPTCHA_FIXED: fixedAnswer,
      SPID_KEY_FILE: `${dataDir}.spid.key`,
      SPID_CERTIFICATE_FILE: `${dataDir}.spid.crt`,
    },
    gracefulShutdown: { signal: 'SIGTERM', timeout: 5000 },
    stdout: 'ignore',
    timeout: 60_000,
  },
})
