import { randomUUID } from 'node:crypto'
import { limits, withoutAssurances } from '@portal/contract'
import { type FastifyBaseLogger, type FastifyInstance, type FastifyPluginAsync, fastify, LogController } from 'fastify'
import type { Logger } from 'pino'
import { serveScans } from '#features/attachments/attachments.routes.ts'
import { servePlainPages } from '#features/plain-pages/plain-pages.routes.ts'
import { serveApiDocs } from '#features/site/api-docs.routes.ts'
import { serveHealth } from '#features/site/health.routes.ts'
import { createPages } from '#features/site/pages.ts'
import { serveSite } from '#features/site/site.routes.ts'
import { serveSiteFiles } from '#features/site/site-files.routes.ts'
import { serveSignInEnds, serveSpid } from '#features/spid/spid.routes.ts'
import { serveTransferTables } from '#features/transfer/transfer.routes.ts'
import { AppError } from '#platform/app-error.ts'
import {
  carryCookiesAndCompress,
  largestBody,
  readJsonStrictly,
  setSecurityHeaders,
} from '#platform/http/api-platform.ts'
import { answerBrokenRequests } from '#platform/http/broken-requests.ts'
import { endConnectionsOnClose } from '#platform/http/end-connections.ts'
import { answerErrors } from '#platform/http/errors.ts'
import { guard } from '#platform/http/guards.ts'
import { logRequests } from '#platform/http/log-requests.ts'
import { createNetworkGate, limitRequests, type NetworkGate, passGate } from '#platform/http/network-gate.ts'
import { refuseOtherMethods } from '#platform/http/refuse-other-methods.ts'
import { createServe } from '#platform/http/serve.ts'
import { readUploads } from '#platform/http/upload.ts'
import { measureCalls } from '#platform/metrics/measure-calls.ts'
import type { Leave } from '#platform/session/visitor-cookie.ts'
import type { Settings } from '#platform/settings/settings.ts'
import { serveTestProvider } from './demo/test-provider/test-provider.routes.ts'
import { features } from './wiring/features.ts'
import type { Services } from './wiring/services.ts'

interface Options {
  readonly settings: Settings
  readonly services: Services
  readonly log: Logger
  readonly version: string
  /** Folder of the built site; without it the server serves only the API. */
  readonly siteFolder: string | undefined
  /** Whether the server was asked to stop; never by default. */
  readonly isLeaving?: () => boolean
}

/** The server's table of contents: the platform, then each feature by name. */
export async function buildApp({
  settings,
  services,
  log,
  version,
  siteFolder,
  isLeaving = () => false,
}: Options): Promise<FastifyInstance> {
  const { office } = settings
  const app = fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    trustProxy: settings.trustProxy ? ['loopback', 'uniquelocal'] : false,
    bodyLimit: largestBody,
    // A call that comes while the server closes is answered like any other: all that it needs closes later.
    return503OnClosing: false,
    clientErrorHandler: answerBrokenRequests(settings),
    routerOptions: { ignoreTrailingSlash: false },
  })
  app.decorate('served', [])
  app.decorate('isTestInstallation', settings.isTestInstallation)
  app.decorate('unguarded', [])
  app.addHook('onRoute', ({ method, url, config }) => {
    if (!config?.endpoint) app.unguarded.push(`${[method].flat().join()} ${url}`)
  })
  answerErrors(app)
  app.setNotFoundHandler(() => {
    throw new AppError('not_found')
  })
  endConnectionsOnClose(app)
  logRequests(app, services.clock)
  services.tracing?.traceCalls(app)
  if (services.metrics) measureCalls(app, services.metrics)
  setSecurityHeaders(app, settings.publicOrigin.startsWith('https:'), settings.analytics?.url)
  await carryCookiesAndCompress(app)
  const gate = createNetworkGate(settings.databasePool)
  await limitRequests(app, gate, settings.requestsPerMinute)

  await app.register(async (api) => serveApi(api, { settings, services, version, gate, isLeaving }), {
    prefix: `/${office.slug}/api`,
  })
  serveSiteFiles(app, {
    place: { origin: settings.publicOrigin, slug: office.slug },
    securityMailbox: office.securityMailbox,
    clock: services.clock,
  })
  const leave = leaveOf(services)
  await app.register(async (plain) => {
    passGate(plain, gate)
    await servePlainPages(plain, { ...services, leave, origin: ownOrigin(settings) })
  })
  const { testProviders, spid } = services
  const { serviceProvider } = spid
  if (serviceProvider)
    for (const testProvider of testProviders)
      await app.register((pages) => serveTestProvider(pages, { slug: office.slug, serviceProvider, ...testProvider }))
  if (!siteFolder) serveSignInEnds(app, office)
  if (siteFolder) {
    const pages = await createPages({
      siteFolder,
      settingsIn: async (language) => ({
        office: withoutAssurances(office),
        assurances: await services.assurances.shownIn(language),
        hasDemoPeople: settings.hasDemoPeople,
        isTestInstallation: settings.isTestInstallation,
        analytics: settings.analytics,
        keep: settings.keep,
        languageList: { language, items: await services.reference.list('language', language) },
      }),
      onFailure: (error) => log.warn({ err: error }, 'pages are not written beforehand'),
    })
    services.assurances.onChange(pages.renderAgain)
    await serveSite(app, { slug: office.slug, quickExit: services.quickExit, folder: siteFolder, pages })
  }
  return app
}

const ownOrigin = ({ publicOrigin, isProduction }: Settings) => ({ publicOrigin, acceptsLoopback: !isProduction })

/** Deletes the cookies at once, then what the server stores of the visit. */
const leaveOf =
  ({ visitors, visitMemory, followUps }: Services): Leave =>
  async (request, reply) => {
    const visit = visitors.visitOf(request)
    visitors.clear(request, reply)
    const closed = await followUps.close(request, reply)
    if (visit) await visitMemory.forgetAll(visit)
    return closed
  }

interface ApiOptions extends Required<Pick<Options, 'settings' | 'services' | 'version' | 'isLeaving'>> {
  readonly gate: NetworkGate
}

async function serveApi(api: FastifyInstance, { settings, services, version, gate, isLeaving }: ApiOptions) {
  const { sessions, clock, db, audit, patience } = services
  readJsonStrictly(api)
  guard(api, { sessions, audit, clock, gate, ...ownOrigin(settings) })
  api.addHook('onSend', async (_request, reply) => {
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
  })
  serveHealth(api, { db, disk: { folder: settings.dataDir, reserve: settings.diskReserve }, isLeaving })
  serveApiDocs(api, settings.office, version)
  passGate(api, gate)
  const serve = createServe(api, { clock, audit, patience })
  const leave = leaveOf(services)
  for (const serveFeature of features) serveFeature(serve, { ...services, settings, version, leave })
  const scans: FastifyPluginAsync = async (part) => {
    // Only these routes accept multipart bodies.
    await readUploads(part, limits.reportAttachments.bytes)
    const serveUpload = createServe(part, { clock, audit, patience })
    serveScans(serveUpload, services)
    serveTransferTables(serveUpload, services)
  }
  await api.register(scans)
  refuseOtherMethods(api)
  const saml: FastifyPluginAsync = async (part) => serveSpid(part, settings.office.slug, services.spid)
  await api.register(saml)
  // Before the pages of the site, which would answer for unknown API paths.
  api.all('/*', async () => {
    throw new AppError('not_found')
  })
}
