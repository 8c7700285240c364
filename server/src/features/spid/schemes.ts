import type { ErrorCode, Scheme, SpidLevel } from './spid.types.ts'

/** Codes for errors in a request, which must alert an administrator. */
export const requestErrors = [8, 9, 11, 12, 13, 14, 15, 16, 17, 18] as const

/** Indexes of the sets of attributes that AgID reserves for the eIDAS node. */
export const eidasSets = { minimum: 99, full: 100 } as const

interface SchemeRules {
  /** From which requested level on a request has `ForceAuthn`. */
  readonly forcesFrom: SpidLevel
  /** Whether the Issuer of an Assertion must name its format. */
  readonly needsIssuerFormat: boolean
  /** Whether providers answer requests for single logout. */
  readonly answersLogout: boolean
  /** The attributes that the metadata request. */
  readonly attributes: readonly string[]
  /** The error codes that the scheme knows. */
  readonly errorCodes: readonly ErrorCode[]
}

/**
 * What differs between the two federations; all else is judged alike. Sources: AgID's technical rules of SPID with its notices, and the
 * Ministry of the Interior's technical rules of CIE by SAML: docs/sign-in-by-cie.md has the chapter of each rule.
 */
export const schemes: Readonly<Record<Scheme, SchemeRules>> = {
  spid: {
    forcesFrom: 2,
    needsIssuerFormat: true,
    answersLogout: true,
    // The minimum to identify a person (GDPR art. 5).
    attributes: ['fiscalNumber', 'name', 'familyName'],
    errorCodes: [...requestErrors, 19, 20, 21, 22, 23, 25, 30],
  },
  cie: {
    forcesFrom: 1,
    needsIssuerFormat: false,
    answersLogout: false,
    // The provider takes this set alone, the minimum of eIDAS.
    attributes: ['name', 'familyName', 'dateOfBirth', 'fiscalNumber'],
    // 19, 20 and 24 are reserved.
    errorCodes: [...requestErrors, 21, 22, 23, 25],
  },
}
