import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import { isLeftPage, isSitePath, isStartPage, pageTagOf, paths } from '@portal/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { QuickExit } from '#platform/session/quick-exit.ts'
import { suggestedLanguage } from '#platform/texts.ts'
import { matchesEtag, negotiateEncoding } from './page-answers.ts'
import type { Pages } from './pages.ts'

interface Options {
  readonly slug: string
  readonly quickExit: QuickExit
  /** Folder of the built site. */
  readonly folder: string
  readonly pages: Pages
}

/** Serves the site: hashed assets, cached for a year; pages from the template; redirects to the base path. */
export async function serveSite(app: FastifyInstance, { slug, quickExit, folder, pages }: Options) {
  await app.register(fastifyStatic, {
    root: join(folder, 'assets'),
    prefix: `/${slug}/assets/`,
    preCompressed: true,
    immutable: true,
    maxAge: '365d',
    index: false,
    decorateReply: false,
  })
  const toSite = async (_request: FastifyRequest, reply: FastifyReply) => reply.redirect(`/${slug}/`)
  app.get('/', toSite)
  app.get(`/${slug}`, toSite)
  app.get(`/${slug}/*`, async (request, reply) => {
    const path = `/${(request.params as { '*': string })['*']}`
    if (isLeftPage(path) && quickExit.hasLeft(request)) return quickExit.leadAway(reply)
    if (isStartPage(path)) quickExit.lift(request, reply)
    const { lang } = request.query as { lang?: unknown }
    // `lang` alone sets the page's language, so that links are stable; the browser's headers only choose the language to offer.
    const page = pages.pageOf(path, tagIn(lang), suggestedLanguage(lang, request.headers['accept-language']))
    reply.status(statusOf(path)).headers({
      // A stored copy of a step would be shown on 'back' without a request, also after a quick exit.
      'cache-control': isLeftPage(path) ? 'no-store' : 'no-cache',
      'content-type': 'text/html; charset=utf-8',
      etag: page.etag,
      vary: 'accept-encoding, accept-language',
    })
    if (reply.statusCode === 200 && matchesEtag(request.headers['if-none-match'], page)) return reply.status(304).send()
    const encoding = negotiateEncoding(request.headers['accept-encoding'])
    if (!encoding) return reply.send(page.body)
    return reply.header('content-encoding', encoding).send(await page.encoded(encoding))
  })
  app.addHook('onClose', () => pages.stop())
}

const tagIn = (lang: unknown) => pageTagOf(typeof lang === 'string' ? lang : undefined)

/** HTTP status of a page. A refused sign-in is 403, which AgID's test suites check. */
function statusOf(path: string): number {
  if (!isSitePath(path)) return 404
  return path.startsWith(paths.signInRefused) ? 403 : 200
}
