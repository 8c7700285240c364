import { type DemoPerson, spidPaths } from '@portal/contract'
import { opaqueCookie } from '#platform/http/opaque-cookie.ts'
import type { Settings } from '#platform/settings.ts'
import type { KeyPair } from './providers/certificate.ts'
import { choicesOf, isForTestHosts } from './providers/providers.ts'
import { serviceProviderOf } from './providers/service-provider.ts'
import { metadataOf } from './providers/sp-metadata.ts'
import { createSpid, needServiceProvider, type Providers, type SpidOptions } from './spid.service.ts'
import type { IdentityProvider } from './spid.types.ts'
import { createSpidLogout } from './spid-logout.ts'
import { createTestProvider } from './test-idp/test-provider.ts'

type Given = Omit<SpidOptions, 'spid' | 'serviceProvider' | 'providers' | 'cookie'>

/** The providers whose metadata are here, as they are at the moment. */
export interface ConnectedProviders {
  readonly list: () => readonly IdentityProvider[]
  readonly find: (entityId: string) => IdentityProvider | undefined
}

interface Options extends Given {
  readonly settings: Settings
  /** Undefined where none is set up: sign-in by SPID then says so. */
  readonly keys: KeyPair | undefined
  readonly connected: ConnectedProviders
  readonly demoPeople: () => Promise<DemoPerson[]>
}

/** Everything of SPID with what it needs. */
export function createSpidServices({ settings, keys, connected, demoPeople, ...given }: Options) {
  const { publicOrigin, office, spid, hasDemoPeople, isProduction } = settings
  const serviceProvider = keys && serviceProviderOf(settings, keys)
  const testProvider = hasDemoPeople
    ? createTestProvider({ publicOrigin, slug: office.slug, now: () => given.clock.now() })
    : undefined
  const providers: Providers = {
    list: () => [...connected.list(), ...(testProvider ? [testProvider] : [])],
    find: async (entityId) =>
      entityId === testProvider?.entityId ? testProvider.provider() : connected.find(entityId),
    isOffered: (entityId) => spid.isTestHost || !isForTestHosts(entityId),
  }
  // It binds a sign-in to the browser that asked for it: nobody can be signed in as somebody else by an answer that a foreign
  // page posts. The session's own cookie will not do, since `SameSite=Lax` keeps it from the provider's post; over http a
  // provider elsewhere posts without this one too (SPID_BIND_BROWSER). One for each browser, however many tabs sign in.
  const cookie = opaqueCookie(
    { slug: office.slug, isAlwaysHttps: publicOrigin.startsWith('https:') },
    { suffix: '-spid', sameSite: 'none', seconds: spid.requestMinutes * 60 },
  )
  const options: SpidOptions = { ...given, spid, serviceProvider, providers, cookie }
  let metadata: string | undefined
  return {
    /** Whether there is a key to sign with. */
    isSetUp: serviceProvider !== undefined,
    signIn: createSpid(options),
    logout: createSpidLogout(options),
    /** The login page's list. */
    choices: () =>
      choicesOf(providers.list(), {
        isTestHost: spid.isTestHost,
        showsAll: !isProduction,
        hrefOf: (entityId) => serviceProvider && loginHref(`${spid.origin ?? ''}/${office.slug}`, entityId),
      }),
    /** Signed once: AgID compares the bytes. */
    metadata: () => {
      metadata ??= metadataOf(needServiceProvider(serviceProvider))
      return metadata
    },
    /** The demonstration's own provider, where there is one. */
    test: testProvider &&
      serviceProvider && { provider: testProvider, serviceProvider, demoPeople, now: () => given.clock.now() },
  }
}
export type SpidServices = ReturnType<typeof createSpidServices>

const loginHref = (base: string, entityId: string) =>
  `${base}/api${spidPaths.login}?${new URLSearchParams({ idp: entityId })}`
