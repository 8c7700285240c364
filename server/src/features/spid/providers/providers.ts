import type { IdentityProviderChoice, SignInAudience } from '@portal/contract'
import type { Scheme } from '../spid.types.ts'

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
  readonly scheme: Scheme
  readonly entityId: string
  /** Name in its metadata; unused where the provider is known. */
  readonly name: string
  /** True for the demonstration's provider. */
  readonly isTest?: boolean
}

/** The schemes by which each audience may sign in. */
type Offered = Readonly<Record<SignInAudience, readonly Scheme[]>>

/** Who may sign in by a scheme. */
export const audiencesOf = (offered: Offered, scheme: Scheme): SignInAudience[] =>
  (['staff', 'associations'] as const).filter((audience) => offered[audience].includes(scheme))

interface ListOptions {
  /** Whether the page's host belongs to the test service provider. */
  readonly isTestHost: boolean
  /** Whether the list includes known providers that are not connected. */
  readonly showsAll: boolean
  readonly offered: Offered
  /** Entity id of the eIDAS node. */
  readonly eidasIdp?: string | undefined
  /** URL that starts the sign-in; undefined if no signing key is configured. */
  readonly hrefOf: (entityId: string) => string | undefined
}

/**
 * The list of the login page, sorted by name: connected providers, and with `showsAll` the other known ones without a link.
 * Providers of test environments are left out on other hosts.
 */
export function choicesOf(connected: readonly ConnectedProvider[], listOptions: ListOptions): IdentityProviderChoice[] {
  const { isTestHost, showsAll, offered, eidasIdp, hrefOf } = listOptions
  const connectedChoices = connected.map(({ scheme, entityId, name, isTest }) => ({
    scheme,
    entityId,
    name: knownById.get(entityId)?.name ?? name,
    logo: knownById.get(entityId)?.logo,
    href: hrefOf(entityId),
    isTest: isTest ?? knownById.get(entityId)?.isTest ?? false,
    isForTest: isOfTestEnvironment(entityId),
    ...(entityId === eidasIdp && { isEidas: true }),
  }))
  const connectedIds = new Set(connected.map(({ entityId }) => entityId))
  const others = knownProviders
    .filter(({ entityId }) => showsAll && !connectedIds.has(entityId))
    .map(({ entityId, name, logo, isTest = false }) => ({
      scheme: 'spid' as const,
      entityId,
      name,
      logo,
      isTest,
      isForTest: isTest,
    }))
  return [...connectedChoices, ...others]
    .filter(({ isForTest }) => isTestHost || !isForTest)
    .map(({ isForTest: _, ...choice }) => ({ ...choice, offeredTo: audiencesOf(offered, choice.scheme) }))
    .filter(({ offeredTo }) => offeredTo.length > 0)
    .sort((a, b) => a.name.localeCompare(b.name, 'it'))
}
