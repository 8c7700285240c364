import type { AssociationActionValues, AssociationActionWord, AssociationValues, Language } from '@portal/contract'
import type { PersonKey } from '../staff.ts'

/** A step of an association's request or enrolment, without its time. */
export type RegisterAction =
  | {
      readonly kind: 'act'
      readonly by: PersonKey
      readonly word: AssociationActionWord
      readonly input?: AssociationActionValues
    }
  /** The applicant sends the missing documents by the link of the letter. */
  | { readonly kind: 'complete'; readonly types: readonly number[] }
  | { readonly kind: 'renew' }
  | { readonly kind: 'askRemoval'; readonly reason: string }
  /** Applies again after a rejection, and confirms by the link of the letter. */
  | { readonly kind: 'applyAgain' }
  /** The nightly job of the register. */
  | { readonly kind: 'night' }

export type RegisterStep = RegisterAction & { readonly at: Date }

/** A sample association: its application, and its steps from then to today. */
export interface SampleAssociation {
  readonly values: AssociationValues
  readonly language: Language
  readonly appliedAt: Date
  readonly steps: readonly RegisterStep[]
  /** The person of the association who signs in: its first contact. */
  readonly member: string
}
