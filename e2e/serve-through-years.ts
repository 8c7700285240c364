// Starts a server of its own for a journey through years. The journey moves its clock, runs its night and reads its mails, by
// messages to this process: an installation offers none of that.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { registerJob } from '../server/src/features/associations/nightly.ts'
import { openDatabase } from '../server/src/platform/database/database.ts'
import { findTemplate } from '../server/src/platform/database/template.ts'
import { createLogger } from '../server/src/platform/logger.ts'
import type { Letter } from '../server/src/platform/mail/transport.ts'
import { readSettings } from '../server/src/platform/settings/settings.ts'
import { startServer } from '../server/src/server.ts'
import { officeDefaults } from '../server/src/wiring/office-defaults.ts'
import { startPostgres } from '../server/test/postgres-server.ts'
import { fixedAnswer } from './fixed-answer.ts'

/** What the journey asks for; every question gets one answer. */
export type Question =
  | { readonly ask: 'move'; readonly days: number }
  | { readonly ask: 'night' }
  | { readonly ask: 'mails' }
export type Mail = Pick<Letter, 'to' | 'subject' | 'text'>

const root = fileURLToPath(new URL('../', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'portale-years-'))
const dataDir = join(folder, 'data')
const postgres = await startPostgres()
const settings = readSettings(
  {
    ...process.env,
    DATA_DIR: dataDir,
    MASTER_KEY_FILE: join(folder, 'master.key'),
    AUTH_MOCK: 'on',
    CAPTCHA_FIXED: fixedAnswer,
    SPID_KEY_FILE: join(folder, 'spid.key'),
    SPID_CERTIFICATE_FILE: join(folder, 'spid.crt'),
    ...(postgres && { DATABASE_URL: postgres.url }),
  },
  officeDefaults,
)
const mails: Mail[] = []
let ahead = 0
const migrations = `${root}server/migrations`
const database = await openDatabase({
  databaseUrl: settings.databaseUrl,
  dataDir,
  poolSize: settings.databasePool,
  templateFile: findTemplate(`${root}server/dist`, migrations),
})
const server = await startServer(database, {
  settings,
  log: createLogger(settings.logLevel),
  folders: { migrations, site: `${root}web/dist` },
  version: '0.0.0',
  clock: { now: () => new Date(Date.now() + ahead) },
  send: async ({ to, subject, text }) => {
    mails.push({ to, subject, text })
  },
})

const { audit, associations } = server.services
const answers = {
  move: async ({ days = 0 }) => {
    ahead += days * 86_400_000
  },
  night: () => audit.job(registerJob, associations.night.run),
  mails: async () => mails,
}
process.on('message', async (question: { readonly ask: keyof typeof answers; readonly days?: number }) => {
  process.send?.((await answers[question.ask](question)) ?? null)
})
process.on('disconnect', async () => {
  await server.stop()
  await postgres?.stop()
  rmSync(folder, { recursive: true, force: true })
  process.exit(0)
})
process.send?.(server.address)
