import type { SpidFailure, SpidLevel } from '#features/spid/spid.types.ts'
import { type Change, inTurn, type Making } from './spid-world.ts'

/** Number as AgID's suites give it; what is otherwise than in a good answer; `good`, or the rule that it must fall by. */
export type SpidCase = [number: string, name: string, making: Making, outcome: string, more?: More]

interface More {
  readonly failure?: SpidFailure
  /** Level that was asked for; 2 without it. */
  readonly asked?: SpidLevel
}

const r = '/samlp:Response'
const a = `${r}/saml:Assertion`
const subject = `${a}/saml:Subject`
const confirmation = `${subject}/saml:SubjectConfirmation`
const conditions = `${a}/saml:Conditions`
const statement = `${a}/saml:AuthnStatement`
const context = `${statement}/saml:AuthnContext`

/** Where things stand in an answer. */
export const places = {
  ...{ r, a, subject, confirmation, conditions, statement, context },
  status: `${r}/samlp:Status`,
  nameId: `${subject}/saml:NameID`,
  data: `${confirmation}/saml:SubjectConfirmationData`,
  restriction: `${conditions}/saml:AudienceRestriction`,
  classRef: `${context}/saml:AuthnContextClassRef`,
  attributes: `${a}/saml:AttributeStatement`,
}

const inConfirmation = 'Assertion/Subject/SubjectConfirmation'

/** The long ones among the rules, as a verdict names them. */
export const rules = {
  inConfirmation,
  inData: `${inConfirmation}/SubjectConfirmationData`,
  inAudience: 'Assertion/Conditions/AudienceRestriction/Audience',
  inClassRef: 'Assertion/AuthnStatement/AuthnContext/AuthnContextClassRef',
}

/** Good but for some changes, made before it is signed. */
export const but = (...changes: readonly Change[]): Making => ({ change: inTurn(...changes) })
/** Changed after it was signed, the Response not being signed, which the rules allow. */
export const later = (...changes: readonly Change[]): Making => ({
  signs: ['Assertion'],
  afterwards: inTurn(...changes),
})

/** Another first character in the first signature. */
export const corrupt = (xml: string) =>
  xml.replace(/(<ds:SignatureValue>)(.)/, (_, tag, first) => tag + (first === 'A' ? 'B' : 'A'))
