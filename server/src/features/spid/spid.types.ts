import type { SignInScheme } from '@portal/contract'

export type Scheme = SignInScheme

/** This portal as a SAML service provider, the same in every scheme. */
export interface ServiceProvider {
  readonly entityId: string
  /** Absolute URLs of assertion consumer and logout. */
  readonly acsUrl: string
  readonly logoutUrl: string
  /** PEM. */
  readonly key: string
  readonly certificate: string
  readonly level: SpidLevel
  /** Entity id of the eIDAS node, a provider of SPID that has sets of attributes of its own. */
  readonly eidasIdp: string | undefined
  readonly organisation: { readonly name: string; readonly displayName: string; readonly url: string }
  readonly contact: {
    readonly ipaCode: string
    readonly mail: string
    readonly phone: string | undefined
    /** Belfiore code of the municipality of the office's seat; the metadata of CIE need it. */
    readonly municipality: string | undefined
  }
}

export type SpidLevel = 1 | 2 | 3
export type Binding = 'redirect' | 'post'

/** An identity provider, from its metadata. */
export interface IdentityProvider {
  /** The federation that it belongs to, by the folder of its metadata. */
  readonly scheme: Scheme
  readonly entityId: string
  readonly name: string
  /** URLs of single sign-on by binding; at least one. */
  readonly signOn: Readonly<Partial<Record<Binding, string>>>
  /** URLs of single logout by binding, for requests and for answers. */
  readonly logout: Readonly<Partial<Record<Binding, { readonly url: string; readonly responseUrl: string }>>>
  /** The signing certificates, base64 DER without PEM lines; more than one while the provider changes its key. */
  readonly certificates: readonly string[]
}

/** A request that waits for its answer. */
export interface SentRequest {
  readonly id: string
  /** Entity id of the provider. */
  readonly idp: string
  readonly issuedAt: Date
  readonly level: SpidLevel
}

/** The provider's transient name for the person, valid for one session. */
export interface Subject {
  readonly nameId: string
  readonly nameQualifier: string
  readonly sessionIndex: string | undefined
}

/** The identity in a good answer, read only from verified bytes. */
export interface Identity {
  readonly scheme: Scheme
  /** Without the prefix TINIT-, in capitals. */
  readonly taxCode: string
  readonly firstName: string
  readonly lastName: string
  readonly subject: Subject
  readonly assertionId: string
  /** End of the period in which the assertion could be replayed. */
  readonly notOnOrAfter: Date
}

/** Unverified values of an answer, for the log only. */
export interface AnswerFacts {
  readonly responseId: string | undefined
  readonly responseIssuedAt: string | undefined
  readonly responseIssuer: string | undefined
  readonly inResponseTo: string | undefined
  readonly assertionId: string | undefined
  readonly subject: readonly [nameQualifier: string, nameId: string] | undefined
}

/** AgID's error codes that reach a service provider, which CIE took over; providers show the others to the person themselves. */
export type ErrorCode = 8 | 9 | 11 | 12 | 13 | 14 | 15 | 16 | 17 | 18 | 19 | 20 | 21 | 22 | 23 | 25 | 30

/** Outcome words: `invalid` for an answer that breaks a rule, `nrNN` for an error code. */
export type SpidFailure = 'invalid' | 'expired' | 'attributes_missing' | 'provider_refused' | `nr${ErrorCode}`

/** `reason` is for the server log: it names the broken rule and quotes nothing of the answer. */
export type Verdict =
  | { readonly isGood: true; readonly identity: Identity }
  | { readonly isGood: false; readonly failure: SpidFailure; readonly reason: string }
