import * as z from 'zod/mini'
import { limits } from '../kit/limits.ts'
import { cleanText } from '../kit/values/characters.ts'
import { enumOnWire, instant, onWire, plainDate } from '../kit/wire.ts'

/** What an assessment finds. */
export const conclusions = {
  found: 'discriminazione_accertata',
  notFound: 'discriminazione_non_accertata',
  notEstablished: 'elementi_insufficienti',
} as const
export type Conclusion = keyof typeof conclusions

/** How an assessment reaches the parties. */
export const assessmentWays = { certified: 'pec', mail: 'email', post: 'posta', hand: 'a_mano' } as const
/** What the addressees did about the measures. */
export const assessmentAnswers = {
  done: 'attuate',
  partly: 'attuate_in_parte',
  notDone: 'non_attuate',
  none: 'nessuna_risposta',
} as const
export type AssessmentAnswer = keyof typeof assessmentAnswers

const { partLength } = limits.assessments
const part = z.optional(
  z.string().check(
    z.overwrite((text) => cleanText(text).text),
    z.trim(),
    z.maxLength(partLength),
  ),
)

const partFields = {
  facts: [part, 'fatti'],
  reasoning: [part, 'motivazione'],
  conclusion: [z.optional(enumOnWire(conclusions)), 'conclusione'],
  measures: [part, 'misure'],
  addressees: [part, 'destinatari'],
} as const
export const assessmentParts = onWire('parti_parere', partFields)
export type AssessmentParts = z.output<typeof assessmentParts>

/** What the actions on an assessment send. */
export const inputFields = {
  /** Why it is sent back. */
  note: [part, 'nota'],
  sentOn: [z.optional(plainDate), 'data_invio'],
  way: [z.optional(enumOnWire(assessmentWays)), 'modo'],
  answer: [z.optional(enumOnWire(assessmentAnswers)), 'risposta'],
  answeredOn: [z.optional(plainDate), 'data_risposta'],
  answerText: [part, 'testo_risposta'],
} as const
const input = onWire('dati_azione_parere', inputFields)
export type AssessmentInput = z.output<typeof input>

/** The outcome that an assessment had after it was sent. */
export const outcomeFields = {
  ...inputFields,
  /** By when the addressees say what they did. */
  answerBy: [z.optional(plainDate), 'data_risposta_attesa'],
  changedAt: [z.optional(instant), 'data_modifica'],
  by: [z.optional(z.string()), 'utente'],
} as const
