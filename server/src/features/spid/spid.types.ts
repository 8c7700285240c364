/** This portal as a SAML service provider: what its metadata say. */
export interface ServiceProvider {
  readonly entityId: string
  /** Absolute addresses of assertion consumer and logout. */
  readonly acsUrl: string
  readonly logoutUrl: string
  /** PEM. */
  readonly key: string
  readonly certificate: string
  readonly level: SpidLevel
  readonly organisation: { readonly name: string; readonly displayName: string; readonly url: string }
  readonly contact: { readonly ipaCode: string; readonly mail: string; readonly phone: string | undefined }
}

export type SpidLevel = 1 | 2 | 3
export type Binding = 'redirect' | 'post'

/** An identity provider, as its metadata describe it. */
export interface IdentityProvider {
  readonly entityId: string
  readonly name: string
  /** Addresses of single sign-on by binding; at least one. */
  readonly signOn: Readonly<Partial<Record<Binding, string>>>
  /** Addresses of single logout by binding, and where answers go if elsewhere. */
  readonly logout: Readonly<Partial<Record<Binding, { readonly url: string; readonly responseUrl: string }>>>
  /** Every signing certificate, base64 DER without armour: more than one while the provider changes its key. */
  readonly certificates: readonly string[]
}

/** A request that was sent and waits for its answer. */
export interface SentRequest {
  readonly id: string
  /** Entity id of the provider that it went to. */
  readonly idp: string
  readonly issuedAt: Date
  readonly level: SpidLevel
}

/** Whom the provider calls the person: transient, good for one session. */
export interface Subject {
  readonly nameId: string
  readonly nameQualifier: string
  readonly sessionIndex: string | undefined
}

/** What a good answer says; read from the verified bytes alone. */
export interface Identity {
  /** Without TINIT-, in capitals. */
  readonly taxCode: string
  readonly firstName: string
  readonly lastName: string
  readonly subject: Subject
  readonly assertionId: string
  /** Until when the assertion could be replayed. */
  readonly notOnOrAfter: Date
}

/** What the log keeps of an answer, as far as it could be read; never trusted. */
export interface AnswerFacts {
  readonly responseId: string | undefined
  readonly responseIssuedAt: string | undefined
  readonly responseIssuer: string | undefined
  readonly inResponseTo: string | undefined
  readonly assertionId: string | undefined
  readonly subject: readonly [nameQualifier: string, nameId: string] | undefined
}

/** Outcome words: `invalid` for an answer that breaks a rule, `nrNN` for AgID's error codes. */
export type SpidFailure =
  | 'invalid'
  | 'expired'
  | 'attributes_missing'
  | 'provider_refused'
  | `nr${8 | 9 | 11 | 12 | 13 | 14 | 15 | 16 | 17 | 18 | 19 | 20 | 21 | 22 | 23 | 25 | 30}`

/** `reason` is for the log of the server: which rule was broken, without anything of the answer's content. */
export type Verdict =
  | { readonly isGood: true; readonly identity: Identity }
  | { readonly isGood: false; readonly failure: SpidFailure; readonly reason: string }
