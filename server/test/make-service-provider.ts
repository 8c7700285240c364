import { makeCertificate } from '#features/spid/providers/certificate.ts'
import type { ServiceProvider } from '#features/spid/spid.types.ts'

/** A service provider whose office name contains every character that needs escaping; its key is short and fast to make. */
export async function makeServiceProvider(): Promise<ServiceProvider> {
  const pair = await makeCertificate({ commonName: 'Ufficio', notBefore: new Date(), years: 1, bits: 2048 })
  return {
    ...pair,
    entityId: 'https://portale.example/ufficio?a=1&b=2',
    acsUrl: 'https://portale.example/ufficio/api/v1/spid/acs',
    logoutUrl: 'https://portale.example/ufficio/api/v1/spid/logout',
    level: 2,
    eidasIdp: undefined,
    organisation: {
      name: 'Ufficio per la Parità & l’Equità <"Roma">',
      displayName: 'Ufficio',
      url: 'https://portale.example/ufficio',
    },
    contact: { ipaCode: 'u_123', mail: 'ufficio@example.it', phone: '+39061234567', municipality: 'H501' },
  }
}
