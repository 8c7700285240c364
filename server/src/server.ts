import { existsSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { findOutdatedNode } from '#features/batch/outdated-node.ts'
import { sealedOrganisations, sealedPeople } from '#features/registry/sealed-persons.ts'
import { sealCities } from '#features/reports/index.ts'
import { countUnconfirmed } from '#features/session/users.store.ts'
import { joinFolders, openIdpFolder } from '#features/spid/providers/idp-folder.ts'
import { type Clock, systemClock, todayOf } from '#platform/clock.ts'
import { type Database, postgresConnection } from '#platform/database/database.ts'
import { isDatabaseAway } from '#platform/database/database-errors.ts'
import { type Send, sealPlainLetters } from '#platform/mail/transport.ts'
import { serveMetrics } from '#platform/metrics/serve-metrics.ts'
import { readMasterKey } from '#platform/protection/master-key.ts'
import { indexRows, sealPlainRows } from '#platform/protection/reseal.ts'
import { columnName } from '#platform/protection/sealed-table.ts'
import { listenForChanges } from '#platform/session/listen-for-changes.ts'
import { sealedUsers } from '#platform/session/sealed-users.ts'
import { type Settings, SettingsError } from '#platform/settings/settings.ts'
import { openSigner } from '#platform/signing/open-signer.ts'
import type { StartedTracing } from '#platform/tracing/start-tracing.ts'
import { buildApp } from './app.ts'
import { ensureCertificate, errorsOfSpid } from './commands/spid-certificate.ts'
import { addDemonstration } from './demo/add-demonstration.ts'
import { findOfficeContent, type OfficeContent } from './demo/demo-mark.store.ts'
import { jobsOf } from './wiring/jobs.ts'
import { protectedTables } from './wiring/protected-tables.ts'
import { asOwner, clockOf, readyDatabase } from './wiring/ready-database.ts'
import { createServices, type Services } from './wiring/services.ts'
import { signRights } from './wiring/sign-rights.ts'

/** The folder of the program files, the same from the sources and from the build. */
export interface Folders {
  readonly migrations: string
  readonly site: string
}

export interface RunningServer {
  readonly address: string
  readonly engine: Database['engine']
  /** Path of the master key that this start created. */
  readonly madeMasterKey: string | undefined
  readonly content: OfficeContent
  readonly services: Services
  /** Stops the server: says that it leaves, refuses new calls, finishes those under way, stops the jobs and closes the database. Idempotent. */
  stop(): Promise<void>
}

interface Options {
  readonly settings: Settings
  readonly log: Logger
  readonly folders: Folders
  readonly version: string
  /** Traces calls and jobs; nothing by default. */
  readonly tracing?: StartedTracing | undefined
  /** The time of the services; by default that of the database. */
  readonly clock?: Clock
  /** Sends mails; by default as the settings say. */
  readonly send?: Send
}

/** Starts the server on an open database: migrations, seed, jobs, HTTP. Closes the database when the start fails. */
export async function startServer(database: Database, options: Options): Promise<RunningServer> {
  try {
    return await startOn(database, options)
  } catch (error) {
    options.log.fatal({ err: error }, 'start failed')
    await database.close()
    throw error
  }
}

/** Waits for the database; on timeout throws an error that names the setting of its address. */
async function waitForDatabase(database: Database, { settings, log }: Options) {
  const end = Date.now() + settings.databaseWait * 1000
  for (;;) {
    try {
      await database.pool.query('select 1')
      return
    } catch (error) {
      if (!isDatabaseAway(error)) throw error
      if (Date.now() > end)
        throw new Error(
          `The database that DATABASE_URL names cannot be reached (${(error as Error).message}). Nothing was started.`,
        )
      log.warn({ err: error }, 'waiting for the database')
      await delay(500)
    }
  }
}

async function startOn(database: Database, options: Options): Promise<RunningServer> {
  const { settings, log, folders, version, tracing, send } = options
  await waitForDatabase(database, options)
  const clock = options.clock ?? (await clockOf(database))
  await readyDatabase(database, settings, folders.migrations)
  const master = readMasterKey(settings, { mayMake: await isWithoutKeys(database) })
  if (!settings.clamdUrl) log.warn('no antivirus is set (CLAMD_URL): uploads are judged by type and content alone')
  const outdatedNode = findOutdatedNode(process.versions.node, todayOf(clock))
  if (outdatedNode) log.warn(outdatedNode, 'this version of Node is past its end of life: install a supported one')
  const spid = await openSpid(settings, log)
  const officeKey = openSigner(settings.signature, clock, log)
  const services = await createServices({
    settings,
    database,
    masterKey: master.key,
    clock,
    log,
    version,
    tracing,
    spid,
    officeKey,
    ...(send && { send }),
  })
  await services.scanner.removeLeftovers()
  await sealPlain(database, services, master.key, options)
  await signRights({ ...services, log })
  // Accounts from before the search for operators existed, and records from before that of the registry found other scripts.
  for (const table of [sealedUsers, sealedPeople, sealedOrganisations])
    await indexRows(services.inTransaction, services.vault, table)
  if (settings.hasDemoPeople) await addDemonstration(services.inTransaction, services.vault, clock.now())
  const siteFolder = existsSync(folders.site) ? folders.site : undefined
  const unconfirmed = await countUnconfirmed(database.db)
  if (unconfirmed > 0) log.warn({ accounts: unconfirmed }, 'accounts of an earlier version: npm run operator:confirm')
  let isLeaving = false
  const app = await buildApp({ settings, services, log, version, siteFolder, isLeaving: () => isLeaving })
  await app.listen({ host: settings.host, port: settings.port })
  const { metrics } = services
  const metricsServer = metrics && settings.metrics && (await serveMetrics({ ...settings.metrics, metrics }))
  await services.jobs.start(jobsOf(services))
  await services.runs.resume()
  const listener =
    settings.databaseListenUrl === undefined
      ? undefined
      : listenForChanges(postgresConnection(settings.databaseListenUrl), services.sessionCache, log)
  let stopped: Promise<void> | undefined
  return {
    address: addressOf((app.server.address() as AddressInfo).port, settings),
    engine: database.engine,
    madeMasterKey: master.madeIn,
    content: await findOfficeContent(database.db),
    services,
    stop: () => {
      const leave = async () => {
        isLeaving = true
        // A load balancer sends calls until its next health checks.
        await delay(settings.drainSeconds * 1000)
        await stopAll(app, services, database, [
          spid.providers.close,
          listener?.stop,
          metricsServer?.stop,
          tracing?.stop,
        ])
      }
      stopped ??= leave()
      return stopped
    },
  }
}

/** Reads the key of the service provider, and the identity providers whose metadata is in the folder. */
async function openSpid(settings: Settings, log: Logger) {
  const keys = await ensureCertificate(settings)
  if (keys) checkSpid(settings, keys.certificate, log)
  else log.warn('sign-in by SPID is not set up: npm run spid:certificate makes its key')
  const { idpFolder, cieFolder } = settings.spid
  const folders = await Promise.all([
    openIdpFolder({ folder: idpFolder, scheme: 'spid', log }),
    openIdpFolder({ folder: cieFolder, scheme: 'cie', log }),
  ])
  return { keys, providers: joinFolders(folders) }
}

/** Checks that sign-in meets the rules of AgID: in production throws, elsewhere logs what is wrong. */
function checkSpid(settings: Settings, certificate: string, log: Logger) {
  const { errors, daysLeft } = errorsOfSpid(settings, certificate, systemClock.now())
  if (errors.length > 0 && settings.isProduction) throw new SettingsError(errors.join('\n'))
  for (const error of errors) log.warn(error)
  if (errors.length === 0 && daysLeft < 60)
    log.warn({ daysLeft }, 'the certificate of SPID expires soon: notify AgID of a new one')
}

/** Whether the database has no keys yet. A database with keys needs the master key that encrypted them. */
export const isWithoutKeys = async ({ pool }: Database) =>
  (await pool.query('select from data_keys limit 1')).rowCount === 0

/** Encrypts the plain values that a version without encryption left, and removes them from the database files, before the server opens. */
async function sealPlain(database: Database, services: Services, master: Buffer, { settings, log }: Options) {
  const letters = await sealPlainLetters(join(settings.dataDir, 'outbox'), master)
  if (letters > 0) log.info({ letters }, 'sealed plain letters')
  const { rowCount: traces } = await database.pool.query('select from plain_traces')
  if (traces === 0) return
  const rows = await sealPlainRows(services.inTransaction, services.vault, protectedTables)
  const cities = await sealCities(services.inTransaction, services.vault)
  log.info({ rows, cities }, 'sealed what was plain')
  await asOwner(database, settings, clearPlainTraces)
  log.info('the files hold nothing plain any more')
}

/** Rewrites the tables and the statistics: old row versions and samples of plain values stay in the files until then. */
async function clearPlainTraces({ pool }: Database) {
  const client = await pool.connect()
  try {
    // The rewrite of a whole table may take longer than the timeout.
    await client.query('set statement_timeout = 0')
    const tables = [...protectedTables.map(({ table }) => columnName(table)), 'cases', 'plain_cities']
    for (const table of tables) await client.query(`vacuum (full, analyze) ${table}`)
    await client.query('vacuum full pg_statistic')
    await client.query('delete from plain_traces')
  } finally {
    // Closes the connection: no other query may run without a timeout.
    client.release(true)
  }
}

type Close = () => Promise<unknown>

async function stopAll(
  app: FastifyInstance,
  services: Services,
  database: Database,
  others: readonly (Close | undefined)[],
) {
  await app.close()
  database.patience.end()
  services.captcha.close()
  await services.parsers.close()
  await Promise.all(others.map((close) => close?.()))
  services.runs.stop()
  await services.jobs.stop()
  // Chains the audit entries of the last seconds, which would otherwise wait for the next start.
  await services.chainer.run().catch(() => {})
  await database.close()
}

/** The address of the portal: PUBLIC_URL, else the address that the server listens on. */
export function addressOf(port: number, { publicOrigin, office }: Settings): string {
  const { protocol, hostname, port: named } = new URL(publicOrigin)
  // The number of a free port is known only now, and a browser cannot open a wildcard address.
  const host = hostname === '0.0.0.0' ? 'localhost' : hostname
  const origin = named === '0' ? `${protocol}//${host}:${port}` : publicOrigin.replace(hostname, host)
  return `${origin}/${office.slug}/`
}
