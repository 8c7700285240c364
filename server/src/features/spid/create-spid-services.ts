import { spidPaths } from '@portal/contract'
import { opaqueCookie } from '#platform/http/opaque-cookie.ts'
import type { Settings } from '#platform/settings/settings.ts'
import type { KeyPair } from './providers/certificate.ts'
import { audiencesOf, choicesOf, isOfTestEnvironment } from './providers/providers.ts'
import { serviceProviderOf } from './providers/service-provider.ts'
import { metadataOf } from './providers/sp-metadata.ts'
import { createSpid, needServiceProvider, type Providers, type SpidOptions } from './spid.service.ts'
import type { IdentityProvider, Scheme } from './spid.types.ts'
import { createSpidLogout } from './spid-logout.ts'

type SharedOptions = Omit<SpidOptions, 'spid' | 'serviceProvider' | 'providers' | 'cookie'>

/** The identity providers whose metadata are loaded now. */
export interface ConnectedProviders {
  readonly list: () => readonly IdentityProvider[]
  readonly find: (entityId: string) => IdentityProvider | undefined
}

/** An identity provider whose key is made when it is first asked for. */
interface TestIdentityProvider {
  readonly scheme: Scheme
  readonly entityId: string
  readonly name: string
  readonly isTest: true
  readonly provider: () => Promise<IdentityProvider>
}

interface Options extends SharedOptions {
  readonly settings: Settings
  /** Undefined if no key is configured; sign-in by SPID then shows a page that says so. */
  readonly keys: KeyPair | undefined
  readonly connected: ConnectedProviders
  /** The identity providers of the demonstration, one of each scheme, where there are any. */
  readonly testProviders: readonly TestIdentityProvider[]
}

/** Creates the SPID services: sign-in, logout, metadata, the list of providers, and the test provider. */
export function createSpidServices({ settings, keys, connected, testProviders, ...shared }: Options) {
  const { publicOrigin, office, spid, isProduction } = settings
  const serviceProvider = keys && serviceProviderOf(settings, keys)
  const providers: Providers = {
    list: () => [...connected.list(), ...testProviders],
    find: async (entityId) =>
      testProviders.find((one) => one.entityId === entityId)?.provider() ?? connected.find(entityId),
    isOffered: ({ entityId, scheme }) =>
      (spid.isTestHost || !isOfTestEnvironment(entityId)) && audiencesOf(spid.offered, scheme).length > 0,
  }
  // Binds a sign-in to the browser that started it, against login CSRF by a foreign page. The session cookie cannot: with
  // `SameSite=Lax` browsers omit it from the provider's POST. Over http they omit this one too (SPID_BIND_BROWSER). One per
  // browser, shared by its tabs.
  const cookie = opaqueCookie(
    { slug: office.slug, isAlwaysHttps: publicOrigin.startsWith('https:') },
    { suffix: '-spid', sameSite: 'none', seconds: spid.requestMinutes * 60 },
  )
  const options: SpidOptions = { ...shared, spid, serviceProvider, providers, cookie }
  const metadata = new Map<Scheme, string>()
  return {
    /** Whether a signing key is configured. */
    isSetUp: serviceProvider !== undefined,
    signIn: createSpid(options),
    logout: createSpidLogout(options),
    /** The list of providers on the login page. */
    choices: () =>
      choicesOf(providers.list(), {
        isTestHost: spid.isTestHost,
        showsAll: !isProduction,
        offered: spid.offered,
        eidasIdp: spid.eidasIdp,
        hrefOf: (entityId) => serviceProvider && loginHref(`${spid.origin ?? ''}/${office.slug}`, entityId),
      }),
    /** Signed once and cached, because AgID compares the bytes; undefined for CIE where it is not set up. */
    metadata(scheme: Scheme): string | undefined {
      if (scheme === 'cie' && !spid.municipality) return undefined
      const known = metadata.get(scheme) ?? metadataOf(needServiceProvider(serviceProvider), scheme)
      metadata.set(scheme, known)
      return known
    },
    /** The portal as its metadata describe it; undefined without a signing key. */
    serviceProvider,
  }
}
export type SpidServices = ReturnType<typeof createSpidServices>

const loginHref = (base: string, entityId: string) =>
  `${base}/api${spidPaths.login}?${new URLSearchParams({ idp: entityId })}`
