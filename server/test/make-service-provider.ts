import { makeCertificate } from '#features/spid/providers/certificate.ts'
import type { ServiceProvider } from '#features/spid/spid.types.ts'

/** A service provider of an office that has every awkward character in its name; the key is a short one, made quickly. */
export async function makeServiceProvider(): Promise<ServiceProvider> {
  const pair = await makeCertificate({ commonName: 'Ufficio', notBefore: new Date(), years: 1, bits: 2048 })
  return {
    ...pair,
    entityId: 'https://portale.example/ufficio?a=1&b=2',
    acsUrl: 'https://portale.example/ufficio/api/v1/spid/acs',
    logoutUrl: 'https://portale.example/ufficio/api/v1/spid/logout',
    level: 2,
    organisation: {
      name: 'Ufficio per la Parità & l’Equità <"Roma">',
      displayName: 'Ufficio',
      url: 'https://portale.example/ufficio',
    },
    contact: { ipaCode: 'u_123', mail: 'ufficio@example.it', phone: '+39061234567' },
  }
}
