import type { IdentityProviderChoice } from '@portal/contract'

interface KnownProvider {
  readonly entityId: string
  readonly name: string
  /** Name of its logo among those that the site ships. */
  readonly logo?: string
  /** Shown on the hosts of the test service provider alone. */
  readonly isTest?: true
}

/** The providers of SPID by AgID's registry (April 2026): their metadata carry no name that people know them by. */
// biome-ignore format: a table
const knownProviders: readonly KnownProvider[] = [
  { name: 'Aruba ID',           entityId: 'https://loginspid.aruba.it',                                   logo: 'arubaid' },
  { name: 'EtnaID',             entityId: 'https://id.eht.eu' },
  { name: 'ID InfoCamere',      entityId: 'https://loginspid.infocamere.it' },
  { name: 'InfoCert ID',        entityId: 'https://identity.infocert.it',                                 logo: 'infocertid' },
  { name: 'Intesi Group SPID',  entityId: 'https://idp.intesigroup.com' },
  { name: 'Lepida ID',          entityId: 'https://id.lepida.it/idp/shibboleth',                          logo: 'lepidaid' },
  { name: 'Namirial ID',        entityId: 'https://idp.namirialtsp.com/idp',                              logo: 'namirialid' },
  { name: 'PosteID',            entityId: 'https://posteid.poste.it',                                     logo: 'posteid' },
  { name: 'Sielte ID',          entityId: 'https://identity.sieltecloud.it',                              logo: 'sielteid' },
  { name: 'SpidItalia',         entityId: 'https://spid.register.it',                                     logo: 'spiditalia' },
  { name: 'TeamSystem ID',      entityId: 'https://spid.teamsystem.com/idp' },
  { name: 'TIM id',             entityId: 'https://login.id.tim.it/affwebservices/public/saml2sso',       logo: 'timid' },
  // The registry of SPID does not have it: what is known of it is the address of a test set-up.
  { name: 'Sogei',              entityId: 'https://preproduzione.idserver.servizicie.interno.gov.it/idp/profile/SAML2/POST/SSO', isTest: true },
]

const known = new Map(knownProviders.map((provider) => [provider.entityId, provider]))

/** Whether a provider belongs to a test set-up: its identities are nobody's on the hosts of production. */
export const isForTestHosts = (entityId: string) => known.get(entityId)?.isTest ?? false

/** A provider whose metadata are here. */
export interface Connected {
  readonly entityId: string
  /** As its metadata call it. */
  readonly name: string
  /** The demonstration's own. */
  readonly isTest?: boolean
}

interface Showing {
  /** Whether the page stands on a host of the test service provider. */
  readonly isTestHost: boolean
  /** Whether known providers are listed that are not connected. */
  readonly showsAll: boolean
  /** Where its sign-in begins; undefined where no key is set up to ask with. */
  readonly hrefOf: (entityId: string) => string | undefined
}

/** The list of the login page: whoever is connected, and outside production the known others as well, without an address. */
export function choicesOf(connected: readonly Connected[], showing: Showing): IdentityProviderChoice[] {
  const { isTestHost, showsAll, hrefOf } = showing
  const there = connected.map(({ entityId, name, isTest }) => ({
    ...{ entityId, name: known.get(entityId)?.name ?? name, logo: known.get(entityId)?.logo },
    ...{ href: hrefOf(entityId), isTest: isTest ?? known.get(entityId)?.isTest ?? false },
    isForTest: isForTestHosts(entityId),
  }))
  const isThere = new Set(connected.map(({ entityId }) => entityId))
  const others = knownProviders
    .filter(({ entityId }) => showsAll && !isThere.has(entityId))
    .map(({ entityId, name, logo, isTest = false }) => ({ entityId, name, logo, isTest, isForTest: isTest }))
  return [...there, ...others]
    .filter(({ isForTest }) => isTestHost || !isForTest)
    .map(({ isForTest: _, ...choice }) => choice)
    .sort((a, b) => a.name.localeCompare(b.name, 'it'))
}
