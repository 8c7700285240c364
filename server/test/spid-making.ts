import type { SpidFailure, SpidLevel } from '#features/spid/spid.types.ts'
import { type AnswerOptions, type Change, chain } from './spid-world.ts'

/** Number in AgID's suites; name; difference from a good answer; `good`, or the reason of the refusal. */
export type SpidCase = [number: string, name: string, options: AnswerOptions, outcome: string, more?: More]

interface More {
  readonly failure?: SpidFailure
  /** Requested level; 2 by default. */
  readonly asked?: SpidLevel
}

const r = '/samlp:Response'
const a = `${r}/saml:Assertion`
const subject = `${a}/saml:Subject`
const confirmation = `${subject}/saml:SubjectConfirmation`
const conditions = `${a}/saml:Conditions`
const statement = `${a}/saml:AuthnStatement`
const context = `${statement}/saml:AuthnContext`

/** XPaths of the parts of an answer. */
export const places = {
  r,
  a,
  subject,
  confirmation,
  conditions,
  statement,
  context,
  status: `${r}/samlp:Status`,
  nameId: `${subject}/saml:NameID`,
  data: `${confirmation}/saml:SubjectConfirmationData`,
  restriction: `${conditions}/saml:AudienceRestriction`,
  classRef: `${context}/saml:AuthnContextClassRef`,
  attributes: `${a}/saml:AttributeStatement`,
}

const inConfirmation = 'Assertion/Subject/SubjectConfirmation'

/** Reasons of refusals that are long paths. */
export const rules = {
  inConfirmation,
  inData: `${inConfirmation}/SubjectConfirmationData`,
  inAudience: 'Assertion/Conditions/AudienceRestriction/Audience',
  inClassRef: 'Assertion/AuthnStatement/AuthnContext/AuthnContextClassRef',
}

/** A good answer with changes before it is signed. */
export const but = (...changes: readonly Change[]): AnswerOptions => ({ change: chain(...changes) })
/** A good answer with changes after it is signed; only the Assertion is signed, which the rules allow. */
export const later = (...changes: readonly Change[]): AnswerOptions => ({
  signs: ['Assertion'],
  afterwards: chain(...changes),
})

/** Changes the first character of the first signature. */
export const corrupt = (xml: string) =>
  xml.replace(/(<ds:SignatureValue>)(.)/, (_, tag, first) => tag + (first === 'A' ? 'B' : 'A'))
