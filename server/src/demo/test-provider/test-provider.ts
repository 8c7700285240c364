import { pemBody } from '#features/spid/providers/sp-metadata.ts'
import type { IdentityProvider } from '#features/spid/spid.types.ts'
import type { TestProvider } from './make-response.ts'

interface Options {
  readonly publicOrigin: string
  readonly slug: string
  readonly now: () => Date
}

export const testProviderFolder = 'gestore-di-prova'

/**
 * The demonstration's identity provider, which works offline. Its key is created on first use and exists only in memory, so
 * that a restart invalidates everything it signed before.
 */
export function createTestProvider({ publicOrigin, slug, now }: Options) {
  const entityId = `${publicOrigin}/${slug}/${testProviderFolder}`
  const name = 'Gestore di prova'
  let keyPair: Promise<TestProvider> | undefined
  const keys = () => {
    keyPair ??= import('#features/spid/providers/certificate.ts')
      .then(({ makeCertificate }) => makeCertificate({ commonName: name, notBefore: now(), years: 1, bits: 2048 }))
      .then((pair) => ({ entityId, ...pair }))
    return keyPair
  }
  const signOn = `${entityId}/sso`
  const logout = { url: `${entityId}/uscita`, responseUrl: `${entityId}/uscita` }
  return {
    entityId,
    name,
    isTest: true as const,
    keys,
    /** The provider as its metadata would describe it. */
    async provider(): Promise<IdentityProvider> {
      const { certificate } = await keys()
      return {
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
