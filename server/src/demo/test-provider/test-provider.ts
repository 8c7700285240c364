import { pemBody } from '#features/spid/providers/sp-metadata.ts'
import type { IdentityProvider, Scheme } from '#features/spid/spid.types.ts'
import type { TestProvider } from './make-response.ts'

interface Options {
  readonly scheme: Scheme
  readonly publicOrigin: string
  readonly slug: string
  readonly now: () => Date
}

/** Path and name of the provider of each scheme. */
const places: Readonly<Record<Scheme, { readonly folder: string; readonly name: string }>> = {
  spid: { folder: 'gestore-di-prova', name: 'Gestore di prova' },
  cie: { folder: 'cie-di-prova', name: 'CIE di prova' },
}

/**
 * An identity provider of the demonstration, which works offline: one plays a provider of SPID, the other that of CIE. Its key is
 * created on first use and exists only in memory, so that a restart invalidates everything it signed before.
 */
export function createTestProvider({ scheme, publicOrigin, slug, now }: Options) {
  const { folder, name } = places[scheme]
  const entityId = `${publicOrigin}/${slug}/${folder}`
  let keyPair: Promise<TestProvider> | undefined
  const keys = () => {
    keyPair ??= import('#features/spid/providers/certificate.ts')
      .then(({ makeCertificate }) => makeCertificate({ commonName: name, notBefore: now(), years: 1, bits: 2048 }))
      .then((pair) => ({ scheme, entityId, ...pair }))
    return keyPair
  }
  const signOn = `${entityId}/sso`
  const logout = { url: `${entityId}/uscita`, responseUrl: `${entityId}/uscita` }
  return {
    scheme,
    folder,
    entityId,
    name,
    isTest: true as const,
    keys,
    /** The provider as its metadata would describe it. */
    async provider(): Promise<IdentityProvider> {
      const { certificate } = await keys()
      return {
        scheme,
        entityId,
        name,
        signOn: { redirect: signOn, post: signOn },
        logout: { redirect: logout, post: logout },
        certificates: [pemBody(certificate)],
      }
    },
  }
}
export type OwnTestProvider = ReturnType<typeof createTestProvider>
