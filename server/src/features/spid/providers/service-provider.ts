import { spidPaths } from '@portal/contract'
import type { Settings } from '#platform/settings.ts'
import type { ServiceProvider } from '../spid.types.ts'
import type { KeyPair } from './certificate.ts'

type OfPortal = Pick<Settings, 'publicOrigin' | 'office' | 'spid'>

/** Entity id of this portal: a setting, else its own address. */
const entityIdOf = ({ publicOrigin, office, spid }: OfPortal) => spid.entityId ?? `${publicOrigin}/${office.slug}`

/** This portal as a service provider, by its settings. */
export function serviceProviderOf(settings: OfPortal, { key, certificate }: KeyPair): ServiceProvider {
  const { publicOrigin, office, spid } = settings
  const api = `${publicOrigin}/${office.slug}/api`
  return {
    entityId: entityIdOf(settings),
    acsUrl: `${api}${spidPaths.acs}`,
    logoutUrl: `${api}${spidPaths.logout}`,
    key,
    certificate,
    level: spid.level,
    organisation: { name: office.name, displayName: office.name, url: `${publicOrigin}/${office.slug}/` },
    // An office's mailbox, as AgID asks: never a person's.
    contact: { ipaCode: office.ipaCode, mail: office.assistanceMailbox, phone: internationalNumber(office.phone) },
  }
}

/** Without spaces and with the country, as the metadata want it; a short or toll-free number keeps its digits. */
const internationalNumber = (phone: string) => `+39${phone.replace(/^\+39/, '').replace(/\D/g, '')}`
