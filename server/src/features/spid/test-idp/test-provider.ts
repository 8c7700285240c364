import type { IdentityProvider } from '../spid.types.ts'
import type { TestProvider } from './make-response.ts'
import { withoutArmour } from './read-authn-request.ts'

interface Options {
  readonly publicOrigin: string
  readonly slug: string
  readonly now: () => Date
}

export const testProviderFolder = 'gestore-di-prova'

/**
 * The demonstration's own identity provider, so that sign-in can be played offline. Its key is made when somebody first needs
 * it and is nowhere but in memory: after a restart nothing that it signed before is good any more.
 */
export function createTestProvider({ publicOrigin, slug, now }: Options) {
  const entityId = `${publicOrigin}/${slug}/${testProviderFolder}`
  const name = 'Gestore di prova'
  let made: Promise<TestProvider> | undefined
  const keys = () => {
    made ??= import('../providers/certificate.ts')
      .then(({ makeCertificate }) => makeCertificate({ commonName: name, notBefore: now(), years: 1, bits: 2048 }))
      .then((pair) => ({ entityId, ...pair }))
    return made
  }
  const signOn = `${entityId}/sso`
  const logout = { url: `${entityId}/uscita`, responseUrl: `${entityId}/uscita` }
  return {
    entityId,
    name,
    isTest: true,
    keys,
    /** As its metadata would describe it. */
    async provider(): Promise<IdentityProvider> {
      const { certificate } = await keys()
      return {
        entityId,
        name,
        signOn: { redirect: signOn, post: signOn },
        logout: { redirect: logout, post: logout },
        certificates: [withoutArmour(certificate)],
      }
    },
  }
}
export type OwnTestProvider = ReturnType<typeof createTestProvider>
