import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Clock } from '#platform/clock.ts'
import { type Place, robotsText, securityText, sitemapXml } from './site-files.ts'

interface Options {
  readonly place: Place
  readonly securityMailbox: string
  readonly clock: Clock
}

const cacheForADay = (reply: FastifyReply, type: string) =>
  reply.header('cache-control', 'public, max-age=86400').type(`${type}; charset=utf-8`)

/** Serves robots.txt, the sitemap and security.txt; the last below the base path too, where another site owns the origin's. */
export function serveSiteFiles(app: FastifyInstance, { place, securityMailbox, clock }: Options) {
  const robots = robotsText(place)
  const sitemap = sitemapXml(place)
  app.get('/robots.txt', async (_request, reply) => cacheForADay(reply, 'text/plain').send(robots))
  app.get(`/${place.slug}/sitemap.xml`, async (_request, reply) => cacheForADay(reply, 'application/xml').send(sitemap))
  for (const base of ['', `/${place.slug}`])
    app.get(`${base}/.well-known/security.txt`, async (_request, reply) =>
      cacheForADay(reply, 'text/plain').send(securityText(place, securityMailbox, clock.now())),
    )
}
