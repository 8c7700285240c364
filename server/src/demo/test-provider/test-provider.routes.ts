import type { DemoPerson } from '@portal/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { autoSubmitPage } from '#features/spid/pages.ts'
import { pemBody } from '#features/spid/providers/sp-metadata.ts'
import { type RawMessage, readIncoming } from '#features/spid/saml/incoming.ts'
import { ns } from '#features/spid/saml/namespaces.ts'
import { need, SamlError } from '#features/spid/saml/saml-error.ts'
import { samlMessageOf } from '#features/spid/saml/saml-parameters.ts'
import { send, textIn } from '#features/spid/spid.routes.ts'
import type { ServiceProvider } from '#features/spid/spid.types.ts'
import { answerWithPages, readForms } from '#platform/http/form-pages.ts'
import { sendPage } from '#platform/http/html-page.ts'
import { childElements, textOf, XmlError } from '#platform/parsing/strict-xml.ts'
import { makeResponse } from './make-response.ts'
import { partiesOf, requestLogout, type TestSubject, takeLogout } from './test-logout.ts'
import type { OwnTestProvider } from './test-provider.ts'
import { choicePage, isOtherOutcome, leftPage, refusedPage, sessionPage, stranger } from './test-provider-pages.ts'

interface Options {
  readonly slug: string
  readonly provider: OwnTestProvider
  readonly serviceProvider: ServiceProvider
  readonly demoPeople: () => Promise<DemoPerson[]>
  readonly now: () => Date
}

type Fields = Readonly<Record<string, unknown>>

/** Serves the pages of the demonstration's identity provider. */
export async function serveTestProvider(app: FastifyInstance, options: Options) {
  const { slug, provider, serviceProvider, demoPeople } = options
  readForms(app)
  answerWithPages(app, slug)
  const at = (page: string) => `/${slug}/${provider.folder}/${page}`

  const signOn = async (request: FastifyRequest, reply: FastifyReply) => {
    const authnRequest = reasonOr(() =>
      readAuthnRequest(samlMessageOf(request), serviceProvider, `${provider.entityId}/sso`),
    )
    if (typeof authnRequest === 'string') return sendPage(reply, 400, refusedPage(authnRequest))
    return sendPage(reply, 200, choicePage(await demoPeople(), authnRequest, provider.scheme))
  }
  app.get(at('sso'), signOn)
  app.post(at('sso'), signOn)

  app.post(at('risposta'), async (request, reply) => {
    const answer = await answerTo(options, request.body as Fields)
    if (!answer) return sendPage(reply, 400, refusedPage('persona o esito sconosciuti'))
    keepSubject(reply, at(''), answer)
    const fields = { SAMLResponse: answer, RelayState: textIn(request.body as Fields, 'stato') }
    const words = { title: 'Torni al portale', text: 'Il gestore di prova manda la risposta al portale.' }
    return sendPage(reply, 200, autoSubmitPage({ ...words, action: serviceProvider.acsUrl, fields }))
  })
  await serveTestLogout(app, options, at)
}

/** Serves single logout, started by the portal or on the provider's page. */
async function serveTestLogout(app: FastifyInstance, options: Options, at: (page: string) => string) {
  const { provider, serviceProvider, now } = options
  const words = { title: 'Uscita', text: 'Il gestore di prova avvisa il portale.' }
  const parties = async () => partiesOf(serviceProvider, await provider.keys())

  const leave = async (request: FastifyRequest, reply: FastifyReply) => {
    const both = await parties()
    const reading = reasonOr(() => ({ end: takeLogout(both, samlMessageOf(request), now()) }))
    if (typeof reading === 'string') return sendPage(reply, 400, refusedPage(reading))
    reply.clearCookie(subjectCookie, { path: at('') })
    const { end } = reading
    return typeof end === 'string' ? sendPage(reply, 200, leftPage(end === 'left')) : send(reply, end, words)
  }
  app.get(at('uscita'), leave)
  app.post(at('uscita'), leave)
  app.get(at(''), async (request, reply) => sendPage(reply, 200, sessionPage(subjectIn(request) !== undefined)))
  app.post(at('chiudi'), async (request, reply) => {
    const subject = subjectIn(request)
    if (!subject) return sendPage(reply, 200, sessionPage(false))
    const binding = textIn(request.body as Fields | undefined, 'binding') === 'post' ? 'post' : 'redirect'
    return send(reply, requestLogout(await parties(), subject, binding, now()), words)
  })
}

/** Cookie with the browser's session at this provider: the last subject it answered with. */
const subjectCookie = 'gestore-di-prova'

function keepSubject(reply: FastifyReply, path: string, answer: string) {
  const xml = Buffer.from(answer, 'base64').toString()
  const nameId = /<saml:NameID[^>]*>([^<]+)</.exec(xml)?.[1]
  if (!nameId) return
  const subject: TestSubject = { nameId, sessionIndex: /SessionIndex="([^"]+)"/.exec(xml)?.[1] }
  const value = Buffer.from(JSON.stringify(subject)).toString('base64url')
  reply.setCookie(subjectCookie, value, { path, httpOnly: true, sameSite: 'lax' })
}

function subjectIn(request: FastifyRequest): TestSubject | undefined {
  try {
    const subject = JSON.parse(Buffer.from(request.cookies[subjectCookie] ?? '', 'base64url').toString())
    return typeof subject.nameId === 'string' ? subject : undefined
  } catch {
    return undefined
  }
}

/** The result of `read`, or the reason of its refusal. */
function reasonOr<T extends object>(read: () => T): T | string {
  try {
    return read()
  } catch (error) {
    if (error instanceof SamlError || error instanceof XmlError) return error.message
    throw error
  }
}

async function answerTo(options: Options, fields: Fields): Promise<string | undefined> {
  const { provider, serviceProvider, demoPeople, now } = options
  const { acsUrl, entityId: spEntityId, level } = serviceProvider
  const outcome = isOtherOutcome(fields.esito) ? fields.esito : undefined
  const people = [...(await demoPeople()), stranger]
  const person = outcome ? stranger : people.find(({ taxCode }) => taxCode === fields.persona)
  if (!person) return undefined
  const answer = makeResponse({
    idp: await provider.keys(),
    request: { id: textIn(fields, 'richiesta'), acsUrl, spEntityId },
    person,
    now: now(),
    // The provider of CIE names the highest level, whatever was requested (chapter 2.2).
    level: provider.scheme === 'cie' ? 3 : level,
    ...(outcome && outcome !== 'altered' && { error: outcome }),
  })
  return outcome === 'altered' ? tamper(answer) : answer
}

/** Changes the identity in a signed answer, as an attacker would. */
const tamper = (answer: string) =>
  Buffer.from(Buffer.from(answer, 'base64').toString().replace(stranger.taxCode, 'FRRGLI70A41H501U')).toString('base64')

/** Parses the portal's AuthnRequest as a real provider would: throws unless the portal signed it for this destination. */
function readAuthnRequest(raw: RawMessage, sp: ServiceProvider, destination: string) {
  const { name, relayState = '', verify } = readIncoming(raw)
  need(name === 'SAMLRequest', 'AuthnRequest')
  const root = verify([pemBody(sp.certificate)])
  need(root.namespaceURI === ns.samlp && root.localName === 'AuthnRequest', 'AuthnRequest')
  need(root.getAttribute('Destination') === destination, 'AuthnRequest/@Destination')
  need(textOf(childElements(root, ns.saml, 'Issuer')[0]) === sp.entityId, 'AuthnRequest/Issuer')
  const id = root.getAttribute('ID')
  need(id, 'AuthnRequest/@ID')
  return { id, relayState }
}
