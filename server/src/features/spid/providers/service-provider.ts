import { spidPaths } from '@portal/contract'
import type { Settings } from '#platform/settings/settings.ts'
import type { ServiceProvider } from '../spid.types.ts'
import type { KeyPair } from './certificate.ts'

type PortalSettings = Pick<Settings, 'publicOrigin' | 'office' | 'spid'>

/** Entity id of this portal: from the settings, else its URL. */
const entityIdOf = ({ publicOrigin, office, spid }: PortalSettings) => spid.entityId ?? `${publicOrigin}/${office.slug}`

/** Describes this portal as a SAML service provider, from its settings. */
export function serviceProviderOf(settings: PortalSettings, { key, certificate }: KeyPair): ServiceProvider {
  const { publicOrigin, office, spid } = settings
  const api = `${publicOrigin}/${office.slug}/api`
  return {
    entityId: entityIdOf(settings),
    acsUrl: `${api}${spidPaths.acs}`,
    logoutUrl: `${api}${spidPaths.logout}`,
    key,
    certificate,
    level: spid.level,
    eidasIdp: spid.eidasIdp,
    organisation: { name: office.name, displayName: office.name, url: `${publicOrigin}/${office.slug}/` },
    // AgID requires the mailbox of an office, never of a person.
    contact: {
      ipaCode: office.ipaCode,
      mail: office.assistanceMailbox,
      phone: internationalNumber(office.phone),
      municipality: spid.municipality,
    },
  }
}

/** Formats a phone number for the metadata: country code, no spaces. */
const internationalNumber = (phone: string) => `+39${phone.replace(/^\+39/, '').replace(/\D/g, '')}`
