import { isSitePath, listIdentityProviders, type Office, paths, spidPaths } from '@portal/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { answerWithPages, readForms } from '#platform/http/form-pages.ts'
import { sendPage } from '#platform/http/html-page.ts'
import type { Serve } from '#platform/http/serve.ts'
import { textsIn } from '#platform/texts.ts'
import type { SpidServices } from './create-spid-services.ts'
import { autoSubmitPage, messagePage } from './pages.ts'
import type { Outgoing } from './saml/outgoing.ts'
import { samlMessageOf } from './saml/saml-parameters.ts'
import type { SignInResult } from './spid.service.ts'
import type { Scheme } from './spid.types.ts'

const t = textsIn('it')

type Fields = Readonly<Record<string, unknown>>
export const textIn = (fields: Fields | undefined, name: string) => {
  const value = fields?.[name]
  return typeof value === 'string' ? value : ''
}

/**
 * Serves the SAML endpoints. They are outside the contract, because the same-origin check must not apply: providers post from
 * their own origin. An answer is bound by its request, its signature and the browser's cookie (decisions §2).
 */
export async function serveSpid(
  api: FastifyInstance,
  slug: string,
  { isSetUp, signIn, logout, metadata }: SpidServices,
) {
  // Providers post forms; other content types are refused.
  api.removeAllContentTypeParsers()
  readForms(api)
  answerWithPages(api, slug)
  api.addHook('onRequest', async (_request, reply) => {
    if (!isSetUp) return sendPage(reply, 503, messagePage(slug, t('spid.missingTitle'), t('spid.missingText')))
  })
  const site = (path: string) => `/${slug}${path}`
  const noHead = { exposeHeadRoute: false } as const

  const serveMetadata = (path: string, scheme: Scheme) =>
    api.get(path, async (_request, reply) => {
      const xml = metadata(scheme)
      if (!xml) return sendPage(reply, 404, messagePage(slug, t('spid.cieMissingTitle'), t('spid.cieMissingText')))
      return reply.type('application/samlmetadata+xml').header('cache-control', 'no-cache').send(xml)
    })
  serveMetadata(spidPaths.metadata, 'spid')
  serveMetadata(spidPaths.cieMetadata, 'cie')

  api.get(spidPaths.login, noHead, async (request, reply) => {
    const query = request.query as Fields
    const binding = (['redirect', 'post'] as const).find((known) => known === query.binding)
    const signInRequest = { idp: textIn(query, 'idp'), returnTo: returnPath(query.ritorno), binding }
    const message = await signIn.begin(signInRequest, { request, reply })
    if (!message) return sendPage(reply, 404, messagePage(slug, t('spid.unknownTitle'), t('spid.unknownText')))
    return send(reply, message, { title: t('spid.goingTitle'), text: t('spid.goingText') })
  })

  api.post(spidPaths.acs, async (request, reply) => {
    const result = await signIn.answer(textIn(request.body as Fields, 'SAMLResponse'), { request, reply })
    return reply.redirect(site(pageOf(result)), 303)
  })

  const leave = async (request: FastifyRequest, reply: FastifyReply) => {
    const result = await logout.take(samlMessageOf(request), request)
    if (result.kind === 'answer')
      return send(reply, result.message, { title: t('spid.leavingTitle'), text: t('spid.leavingText') })
    const path = result.kind === 'left' ? `${paths.login}?esito=${result.outcome}` : refusedPage('invalid')
    return reply.redirect(site(path), 303)
  }
  api.get(spidPaths.logout, noHead, leave)
  api.post(spidPaths.logout, leave)
}

/** Serves the list of providers on the login page, an endpoint of the contract. */
export const serveIdentityProviders = (serve: Serve, { spid }: { readonly spid: SpidServices }) =>
  serve(listIdentityProviders, async () => spid.choices())

const refusedPage = (failure: string) => `${paths.signInRefused}?esito=${failure}`

/** The page of the site that shows a result; the page of a refusal has status 403. */
function pageOf(result: SignInResult): string {
  if (result.kind === 'entered') return result.path
  return result.kind === 'no_access' ? paths.userNotAllowed : refusedPage(result.failure)
}

/** Sends a message by its binding: a 302 redirect (AgID's test suites refuse 303), or a form that submits itself. */
export function send(reply: FastifyReply, message: Outgoing, words: { title: string; text: string }) {
  if (message.binding === 'redirect') return reply.redirect(message.url, 302)
  return sendPage(reply, 200, autoSubmitPage({ ...words, action: message.url, fields: message.fields }))
}

/** Serves the two pages of failed sign-ins when the server runs without the site. */
export function serveSignInEnds(app: FastifyInstance, { slug, phone }: Office) {
  app.get(`/${slug}${paths.signInRefused}`, async (request, reply) => {
    const code = /^\w{1,30}$/.exec(textIn(request.query as Fields, 'esito'))?.[0] ?? '?'
    return sendPage(reply, 403, messagePage(slug, t('spid.failedTitle'), t('spid.refusedText', { code })))
  })
  app.get(`/${slug}${paths.userNotAllowed}`, async (_request, reply) =>
    sendPage(reply, 200, messagePage(slug, t('spid.noAccessTitle'), t('spid.noAccessText', { phone }))),
  )
}

/** Pages that are no target after sign-in. */
const excludedPaths: readonly string[] = [paths.login, paths.notAuthorized, paths.userNotAllowed, paths.signInRefused]

/**
 * The page to open after sign-in, below the base path; undefined if it is no page of the site. Keeps only numeric query
 * parameters: the path is stored in clear, and a search text could contain a name.
 */
export function returnPath(target: unknown): string | undefined {
  if (typeof target !== 'string' || target.length > 300) return undefined
  const [path = '', query = ''] = (target.split('#')[0] ?? '').split('?')
  if (!path.startsWith('/') || !isSitePath(path) || excludedPaths.includes(path)) return undefined
  const numbers = query.split('&').filter((pair) => /^[A-Za-z_]{1,40}=[0-9]{1,12}$/.test(pair))
  return numbers.length > 0 ? `${path}?${numbers.join('&')}` : path
}
