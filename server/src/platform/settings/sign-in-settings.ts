import { resolve } from 'node:path'
import type { SignInAudience, SignInScheme } from '@portal/contract'
import { isTestHost } from './related-settings.ts'
import { oneOf, type Setting, someOf, text, url, whole } from './setting-kinds.ts'

/** How people sign in: SPID, CIE and eIDAS. */
// biome-ignore format: a table
export const signInSettings = {
  SPID_ENTITY_ID:       text('Entity id of this service provider; default: PUBLIC_URL with the base path.'),
  SPID_KEY_FILE:        text('Private key of the service provider (PEM); outside production the first start creates it.', './secrets/spid.key'),
  SPID_CERTIFICATE_FILE: text('Its certificate (PEM), as `npm run spid:certificate` creates it.', './secrets/spid.crt'),
  SPID_IDP_METADATA_DIR: text('Folder of the identity providers’ metadata, one XML file each; read again when it changes.', './spid/idp'),
  SIGN_IN_STAFF:        someOf('By what the staff of the office signs in, separated by commas: `spid`, `cie`. CIE is offered once it is set up.', ['spid', 'cie'], 'spid,cie'),
  SIGN_IN_ASSOCIATIONS: someOf('By what the members of associations sign in, as above.', ['spid', 'cie'], 'spid,cie'),
  EIDAS_IDP:            text('Entity id of the Italian eIDAS node among the providers of SPID; the login page then has a button for identities of other countries. Their accounts need an Italian tax code.'),
  CIE_IDP_METADATA_DIR: text('Folder of the metadata of the identity provider of the electronic identity card (CIE), which the Ministry of the Interior publishes; without it nobody signs in by CIE.', './cie/idp'),
  CIE_MUNICIPALITY:     text('Belfiore code of the municipality of the office’s seat, such as H501 for Rome. The metadata for the federation of CIE name it: without it they are not served.'),
  SPID_LEVEL:           whole('Requested level of SPID and of CIE.', 2, 1, 3),
  SPID_REQUEST_MINUTES: whole('Minutes that a sign-in may take at the provider; 1440 where minors need a parent’s consent.', 15, 1, 1440),
  SPID_BIND_BROWSER:    oneOf('`on` accepts an answer only from the browser that sent the request. Default: on where PUBLIC_URL is https, since browsers send no cookie across sites over http.', ['on', 'off']),
  SPID_TEST_HOSTS:      text('Test host names, separated by commas: where PUBLIC_URL has one of them, sign-in uses the test service provider and test providers are offered. Outside production the local host is one.'),
  SPID_TEST_URL:        url('Origin of the test service provider for test hosts; default: the origin of the page.', ['http:', 'https:']),
  SPID_URL:             url('Origin of the production service provider for every other host; default: the origin of the page.', ['http:', 'https:']),
}

type Table = typeof signInSettings
type Values = { [K in keyof Table]: Table[K] extends Setting<infer T> ? T : never } & Parameters<typeof isTestHost>[0]

export interface SignInSettings {
  readonly entityId: string | undefined
  readonly keyFile: string
  readonly certificateFile: string
  readonly idpFolder: string
  readonly cieFolder: string
  /** Entity id of the eIDAS node. */
  readonly eidasIdp: string | undefined
  /** Belfiore code of the municipality of the office's seat. */
  readonly municipality: string | undefined
  /** By which schemes each audience may sign in. */
  readonly offered: Readonly<Record<SignInAudience, readonly SignInScheme[]>>
  readonly level: 1 | 2 | 3
  readonly requestMinutes: number
  readonly bindsBrowser: boolean
  /** Whether PUBLIC_URL has a test host: only there may identities of test providers sign in. */
  readonly isTestHost: boolean
  /** Origin of the service provider that the login page uses; undefined where it is the portal's own. */
  readonly origin: string | undefined
}

export const signInOf = (values: Values): SignInSettings => ({
  entityId: values.SPID_ENTITY_ID,
  keyFile: resolve(values.SPID_KEY_FILE),
  certificateFile: resolve(values.SPID_CERTIFICATE_FILE),
  idpFolder: resolve(values.SPID_IDP_METADATA_DIR),
  cieFolder: resolve(values.CIE_IDP_METADATA_DIR),
  eidasIdp: values.EIDAS_IDP,
  municipality: values.CIE_MUNICIPALITY,
  offered: { staff: values.SIGN_IN_STAFF, associations: values.SIGN_IN_ASSOCIATIONS },
  level: values.SPID_LEVEL as 1 | 2 | 3,
  requestMinutes: values.SPID_REQUEST_MINUTES,
  bindsBrowser: (values.SPID_BIND_BROWSER ?? (values.PUBLIC_URL?.startsWith('https:') ? 'on' : 'off')) === 'on',
  isTestHost: isTestHost(values),
  origin: originOf(isTestHost(values) ? values.SPID_TEST_URL : values.SPID_URL),
})

const originOf = (address: string | undefined) => address && new URL(address).origin
