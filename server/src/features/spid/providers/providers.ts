import type { IdentityProviderChoice } from '@portal/contract'

interface KnownProvider {
  readonly entityId: string
  readonly name: string
  /** Name of its logo in the site's assets. */
  readonly logo?: string
  /** Part of a test environment: listed on hosts of the test service provider only. */
  readonly isTest?: true
}

/** The SPID providers in AgID's registry (April 2026), with their public names, which replace those in their metadata. */
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
  // Not in SPID's registry; the entity id is that of a test environment.
  { name: 'Sogei',              entityId: 'https://preproduzione.idserver.servizicie.interno.gov.it/idp/profile/SAML2/POST/SSO', isTest: true },
]

const knownById = new Map(knownProviders.map((provider) => [provider.entityId, provider]))

/** True for known providers of a test environment; their identities must not sign in on production hosts. False for the demonstration's own provider. */
export const isOfTestEnvironment = (entityId: string) => knownById.get(entityId)?.isTest ?? false

/** A provider whose metadata are loaded. */
export interface ConnectedProvider {
  readonly entityId: string
  /** Name in its metadata; unused where the provider is known. */
  readonly name: string
  /** True for the demonstration's provider. */
  readonly isTest?: boolean
}

interface ListOptions {
  /** Whether the page's host belongs to the test service provider. */
  readonly isTestHost: boolean
  /** Whether the list includes known providers that are not connected. */
  readonly showsAll: boolean
  /** URL that starts the sign-in; undefined if no signing key is configured. */
  readonly hrefOf: (entityId: string) => string | undefined
}

/**
 * The list of the login page, sorted by name: connected providers, and with `showsAll` the other known ones without a link.
 * Providers of test environments are left out on other hosts.
 */
export function choicesOf(connected: readonly ConnectedProvider[], listOptions: ListOptions): IdentityProviderChoice[] {
  const { isTestHost, showsAll, hrefOf } = listOptions
  const connectedChoices = connected.map(({ entityId, name, isTest }) => ({
    entityId,
    name: knownById.get(entityId)?.name ?? name,
    logo: knownById.get(entityId)?.logo,
    href: hrefOf(entityId),
    isTest: isTest ?? knownById.get(entityId)?.isTest ?? false,
    isForTest: isOfTestEnvironment(entityId),
  }))
  const connectedIds = new Set(connected.map(({ entityId }) => entityId))
  const others = knownProviders
    .filter(({ entityId }) => showsAll && !connectedIds.has(entityId))
    .map(({ entityId, name, logo, isTest = false }) => ({ entityId, name, logo, isTest, isForTest: isTest }))
  return [...connectedChoices, ...others]
    .filter(({ isForTest }) => isTestHost || !isForTest)
    .map(({ isForTest: _, ...choice }) => choice)
    .sort((a, b) => a.name.localeCompare(b.name, 'it'))
}
