import { plainPaths } from '@portal/contract'
import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import { answerWithPages, readForms } from '#platform/http/form-pages.ts'
import { type OwnOrigin, refuseOtherOrigin } from '#platform/http/guards.ts'
import type { Leave } from '#platform/session/visitor-cookie.ts'
import { type PlainFollowUpServices, servePlainFollowUp } from './plain-follow-up.routes.ts'
import { plainHref } from './plain-page.ts'
import { type PlainReportServices, servePlainReport } from './plain-report.routes.ts'
import { tagOfPage } from './plain-services.ts'

/** Bytes: 10,000 code points take at most twelve each in URL-encoded form. */
const maxFormBytes = 160 * 1024

interface Services extends PlainReportServices, PlainFollowUpServices {
  readonly origin: OwnOrigin
  readonly leave: Leave
}

/**
 * The pages for browsers without JavaScript. Each form posts to the path of its page and is answered by a redirect, so that neither
 * 'back' nor a reload repeats it. After a quick exit every address leads to the neutral page (docs/decisions/0068).
 */
export async function servePlainPages(app: FastifyInstance, services: Services) {
  const { office, quickExit, leave, log, origin } = services
  // Nothing delays the exit: the server deletes what it stores of the visit while the browser opens the neutral page.
  app.get(quickExit.path, async (request, reply) => {
    quickExit.begin(request, reply)
    leave(request, reply).catch((error: unknown) => log.error({ err: error }, 'a left visit was not deleted'))
    return quickExit.leadAway(reply)
  })
  app.get(`/${office.slug}${plainPaths.start}`, async (request, reply) => {
    quickExit.lift(request, reply)
    return reply.header('cache-control', 'no-store').redirect(plainHref(office, 'report', tagOfPage(request)), 303)
  })
  const pagesOfReport: FastifyPluginAsync = async (pages) => {
    pages.removeAllContentTypeParsers()
    readForms(pages)
    answerWithPages(pages, office.slug, tagOfPage)
    pages.addHook('onRoute', (route) => {
      route.bodyLimit = maxFormBytes
    })
    pages.addHook('onRequest', async (request, reply) => {
      // With `no-referrer` browsers send `Origin: null` even to the site itself, which the origin check would refuse.
      reply.headers({ 'referrer-policy': 'same-origin', 'cache-control': 'no-store' })
      if (request.method === 'POST') refuseOtherOrigin(request, origin)
      if (quickExit.hasLeft(request)) return quickExit.leadAway(reply)
    })
    servePlainReport(pages, services)
    servePlainFollowUp(pages, services)
  }
  await app.register(pagesOfReport)
}
