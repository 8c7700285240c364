import { listIdentityProviders, type Office, paths, spidPaths } from '@portal/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { answerWithPages, readForms } from '#platform/http/form-pages.ts'
import { sendPage } from '#platform/http/html-page.ts'
import type { Serve } from '#platform/http/serve.ts'
import { textsIn } from '#platform/texts.ts'
import type { SpidServices } from './create-spid-services.ts'
import { endPage, selfPostingPage } from './pages.ts'
import { returnPath } from './return-to.ts'
import type { Outgoing } from './saml/outgoing.ts'
import { broughtBy } from './saml/saml-parameters.ts'
import type { End } from './spid.service.ts'

const t = textsIn('it')

type Fields = Readonly<Record<string, unknown>>
const textIn = (fields: Fields | undefined, name: string) => {
  const value = fields?.[name]
  return typeof value === 'string' ? value : ''
}

/**
 * The addresses that speak SAML. They are no endpoints of the contract, so that the check for the same origin does not stand
 * before them: providers post here from their own. What binds an answer is its request, its signature and the browser's
 * cookie (decisions §2).
 */
export async function serveSpid(
  api: FastifyInstance,
  slug: string,
  { isSetUp, signIn, logout, metadata }: SpidServices,
) {
  // A provider answers by a form: whatever else comes is no answer of one.
  api.removeAllContentTypeParsers()
  readForms(api)
  answerWithPages(api, slug)
  api.addHook('onRequest', async (_request, reply) => {
    if (!isSetUp) return sendPage(reply, 503, endPage(slug, t('spid.missingTitle'), t('spid.missingText')))
  })
  const site = (path: string) => `/${slug}${path}`
  const noHead = { exposeHeadRoute: false } as const

  api.get(spidPaths.metadata, async (_request, reply) =>
    reply.type('application/samlmetadata+xml').header('cache-control', 'no-cache').send(metadata()),
  )

  api.get(spidPaths.login, noHead, async (request, reply) => {
    const query = request.query as Fields
    const binding = (['redirect', 'post'] as const).find((known) => known === query.binding)
    const wish = { idp: textIn(query, 'idp'), returnTo: returnPath(query.ritorno), binding }
    const message = await signIn.begin(wish, { request, reply })
    if (!message) return sendPage(reply, 404, endPage(slug, t('spid.unknownTitle'), t('spid.unknownText')))
    return send(reply, message, { title: t('spid.goingTitle'), text: t('spid.goingText') })
  })

  api.post(spidPaths.acs, async (request, reply) => {
    const end = await signIn.answer(textIn(request.body as Fields, 'SAMLResponse'), { request, reply })
    return reply.redirect(site(pageOf(end)), 303)
  })

  const leave = async (request: FastifyRequest, reply: FastifyReply) => {
    const end = await logout.take(broughtBy(request), request)
    if (end.kind === 'answer')
      return send(reply, end.message, { title: t('spid.leavingTitle'), text: t('spid.leavingText') })
    const path = end.kind === 'left' ? `${paths.login}?esito=${end.outcome}` : refusedPage('invalid')
    return reply.redirect(site(path), 303)
  }
  api.get(spidPaths.logout, noHead, leave)
  api.post(spidPaths.logout, leave)
}

/** The login page's list, an endpoint like any other. */
export const serveIdentityProviders = (serve: Serve, { choices }: SpidServices) =>
  serve(listIdentityProviders, async () => choices())

const refusedPage = (failure: string) => `${paths.signInRefused}?esito=${failure}`

/** Where each end is told; the page of a refusal answers 403. */
function pageOf(end: End): string {
  if (end.kind === 'entered') return end.path
  return end.kind === 'no_access' ? paths.userNotAllowed : refusedPage(end.failure)
}

/** Sends a message on by its binding: 302 (AgID's suites take no 303 here), or a form that posts itself. */
export function send(reply: FastifyReply, message: Outgoing, words: { title: string; text: string }) {
  if (message.binding === 'redirect') return reply.redirect(message.url, 302)
  return sendPage(reply, 200, selfPostingPage({ ...words, action: message.url, fields: message.fields }))
}

/** The two ends of a sign-in that are no success, where no site is there to tell them. */
export function serveSignInEnds(app: FastifyInstance, { slug, phone }: Office) {
  app.get(`/${slug}${paths.signInRefused}`, async (request, reply) => {
    const code = /^\w{1,30}$/.exec(textIn(request.query as Fields, 'esito'))?.[0] ?? '?'
    return sendPage(reply, 403, endPage(slug, t('spid.failedTitle'), t('spid.refusedText', { code })))
  })
  app.get(`/${slug}${paths.userNotAllowed}`, async (_request, reply) =>
    sendPage(reply, 200, endPage(slug, t('spid.noAccessTitle'), t('spid.noAccessText', { phone }))),
  )
}
