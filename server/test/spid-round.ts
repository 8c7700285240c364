import { spidPaths } from '@portal/contract'
import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import { type KeyPair, makeCertificate } from '#features/spid/providers/certificate.ts'
import { pemBody } from '#features/spid/providers/sp-metadata.ts'
import { readRedirect } from '#features/spid/saml/redirect-binding.ts'
import type { IdentityProvider, Scheme } from '#features/spid/spid.types.ts'
import { makeResponse, type ResponseOptions, type TestProvider } from '../src/demo/test-provider/make-response.ts'
import { officeDefaults } from '../src/wiring/office-defaults.ts'
import { startTestApp, type TestApp } from './build-app.ts'

const notBefore = new Date('2026-11-01T00:00:00.000Z')
const make = (commonName: string) => makeCertificate({ commonName, notBefore, years: 10, bits: 2048 })

/** An identity provider in memory, with its signing key. */
export interface TestIdp {
  readonly idp: IdentityProvider
  readonly signer: TestProvider
}

async function makeProvider(entityId: string, scheme: Scheme = 'spid'): Promise<TestIdp> {
  const pair = await make(entityId)
  const place = { url: `${entityId}/slo`, responseUrl: `${entityId}/slo-answer` }
  return {
    signer: { scheme, entityId, ...pair },
    idp: {
      scheme,
      entityId,
      name: `Gestore ${entityId}`,
      signOn: { redirect: `${entityId}/sso`, post: `${entityId}/sso-post` },
      logout: { redirect: place, post: place },
      certificates: [pemBody(pair.certificate)],
    },
  }
}

type StartOptions = Omit<NonNullable<Parameters<typeof startTestApp>[0]>, 'spid'>

/** The key of the service provider and two providers of SPID, A and B, in memory; with `hasCie` that of CIE too. */
export async function makeSpid({ hasCie = false } = {}) {
  const [keys, a, b, cie] = await Promise.all([
    make('SP'),
    makeProvider('https://a.gestore.example'),
    makeProvider('https://b.gestore.example'),
    makeProvider('https://cie.example', 'cie'),
  ])
  const idps = new Map((hasCie ? [a, b, cie] : [a, b]).map(({ idp }) => [idp.entityId, idp]))
  const providers = { list: () => [...idps.values()], find: (entityId: string) => idps.get(entityId) }
  return { keys, a, b, cie, idps, start: (options: StartOptions = {}) => startWith(keys, providers, options) }
}

type Providers = NonNullable<NonNullable<Parameters<typeof startTestApp>[0]>['spid']>['providers']
const startWith = (keys: KeyPair, providers: Providers, options: StartOptions) =>
  startTestApp({ ...options, spid: { keys, providers } })

const origin = 'http://127.0.0.1:3000'
export const apiUrl = (path: string) => `/${officeDefaults.slug}/api${path}`
const acsUrl = `${origin}${apiUrl(spidPaths.acs)}`
const spEntityId = `${origin}/${officeDefaults.slug}`

/** A browser that keeps cookies and does not follow redirects. */
export function openBrowser(portal: TestApp, headers: Record<string, string> = {}) {
  const cookies = new Map<string, string>()
  async function send(options: InjectOptions): Promise<LightMyRequestResponse> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const reply = await portal.inject({
      ...options,
      headers: { ...headers, ...(cookie && { cookie }), ...options.headers },
    })
    for (const { name, value } of reply.cookies) cookies.set(name, value)
    return reply
  }
  const post = (url: string, fields: Readonly<Record<string, string>>, more: Record<string, string> = {}) =>
    send({
      method: 'POST',
      url,
      payload: new URLSearchParams(fields).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...more },
    })
  const get = (url: string) => send({ url })
  return {
    cookies,
    get,
    post,
    /** Starts a sign-in; returns the request that the provider would receive. */
    async begin(idp: string, more: Readonly<Record<string, string>> = {}) {
      const reply = await get(apiUrl(`${spidPaths.login}?${new URLSearchParams({ idp, ...more })}`))
      return { reply, ...requestIn(reply) }
    },
    /** Posts an answer to the assertion consumer, as a provider's page does. */
    bring: (answer: string, relayState = '') =>
      post(apiUrl(spidPaths.acs), { SAMLResponse: answer, RelayState: relayState }, fromElsewhere),
    /** Status of the call for the current user, and the user. */
    async who() {
      const reply = await get(apiUrl('/v1/utenti/in-sessione'))
      return reply.statusCode === 200 ? reply.json().result : undefined
    },
  }
}
export type TestBrowser = ReturnType<typeof openBrowser>

const fromElsewhere = { origin: 'https://a.gestore.example', 'sec-fetch-site': 'cross-site' }

/** Value of a hidden field of a page. */
export const fieldIn = (page: string, name: string) =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(page)?.[1]?.replaceAll('&amp;', '&') ?? ''

function requestIn(reply: LightMyRequestResponse) {
  const posted = fieldIn(reply.body, 'SAMLRequest')
  const address = String(reply.headers.location ?? '')
  const redirected = address.includes('SAMLRequest=')
    ? readRedirect(address.slice(address.indexOf('?') + 1))
    : undefined
  const xml = redirected?.xml ?? Buffer.from(posted, 'base64').toString()
  const relayState = redirected?.relayState ?? fieldIn(reply.body, 'RelayState')
  return { xml, relayState, id: / ID="([^"]+)"/.exec(xml)?.[1] ?? '' }
}

/** A provider's answer about a person; `more` changes the good answer. */
export const answerOf = (
  { signer }: TestIdp,
  { id, taxCode, now }: { readonly id: string; readonly taxCode: string; readonly now: Date },
  more: Partial<ResponseOptions> = {},
) =>
  makeResponse({
    idp: signer,
    request: { id, acsUrl, spEntityId },
    now,
    level: 2,
    person: { taxCode, firstName: 'Maria', lastName: 'Prova', mail: undefined },
    ...more,
  })
