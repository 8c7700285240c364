import * as z from 'zod/mini'
import { limits } from '../../kit/limits.ts'
import type { Language } from '../../kit/messages.ts'
import { enumOnWire, flag, lineText, onWire, recordId } from '../../kit/wire.ts'
import type { CaseValues } from '../case.form.ts'
import { textFor, textsInLanguages } from '../correspondence/saved-replies.ts'
import { textFieldsOf } from '../correspondence/text-fields.ts'

/** What the office decides on a complaint: the case goes on, or it is closed (Directives (EU) 2024/1499 and 2024/1500, art. 6). */
export const letterDecisions = { continues: 'prosegue', closed: 'chiusa' } as const
export const letterDecision = enumOnWire(letterDecisions)
export type LetterDecision = keyof typeof letterDecisions

/** The texts that letters to complainants are drafted from: one for each decision, and remedies, services and support. */
export const letterTextKinds = { ...letterDecisions, remedy: 'rimedio' } as const
export type LetterTextKind = keyof typeof letterTextKinds

/** The classification that a text is for; without any it is for every case. */
const letterFits = {
  groundId: [z.optional(recordId), 'id_ground'],
  fieldId: [z.optional(recordId), 'id_ambito'],
  modeId: [z.optional(recordId), 'id_modalita_discriminazione'],
} as const

const { nameLength, sourceLength } = limits.letterTexts
const fields = {
  kind: [enumOnWire(letterTextKinds), 'tipo'],
  name: [lineText.check(z.minLength(1), z.maxLength(nameLength)), 'nome'],
  texts: [textsInLanguages, 'testi'],
  /** Where the office has it from, such as an article of a law; not part of the letter. */
  source: [z.optional(lineText.check(z.maxLength(sourceLength))), 'fonte'],
  /** A retired text is no part of new letters. */
  isRetired: [flag, 'flag_ritirato'],
  ...letterFits,
} as const

/** A text to save; with an id it replaces the earlier one. */
export const newLetterText = onWire('testo_comunicazione_da_salvare', {
  id: [z.optional(recordId), 'id_testo'],
  ...fields,
})
export type NewLetterText = z.output<typeof newLetterText>

const letterText = onWire('testo_comunicazione', { id: [recordId, 'id_testo'], ...fields })
export type LetterText = z.output<typeof letterText>
export const letterTexts = onWire('testi_comunicazioni', { rows: [z.array(letterText), 'testi'] })

/** The fields of the texts of letters, by the word that stands in braces. */
export const letterFields = {
  code: 'codice',
  received: 'data',
  ground: 'motivo',
  outcome: 'esito',
  remedies: 'rimedi',
  register: 'registro',
  phone: 'telefono',
  office: 'ufficio',
} as const
export type LetterFacts = Readonly<Partial<Record<keyof typeof letterFields, string | undefined>>>

export const { openFieldsOf: openLetterFieldsOf, fill: fillLetter } = /* @__PURE__ */ textFieldsOf(letterFields)

type Classified = Pick<CaseValues, 'grounds' | 'fieldId' | 'modeId'>

/** Whether a text in force is for a case: each choice that it names is one of the case. */
const isFor = (text: LetterText, { grounds = [], fieldId, modeId }: Classified) =>
  !text.isRetired &&
  (text.groundId === undefined || grounds.some(({ groundId }) => groundId === text.groundId)) &&
  (text.fieldId === undefined || text.fieldId === fieldId) &&
  (text.modeId === undefined || text.modeId === modeId)

/** How many choices of the classification a text names. */
const precisionOf = ({ groundId, fieldId, modeId }: LetterText) =>
  [groundId, fieldId, modeId].filter((id) => id !== undefined).length

/** The texts of a kind for a case, those for fewer cases first. */
const textsFor = (texts: readonly LetterText[], kind: LetterTextKind, classified: Classified) =>
  texts
    .filter((text) => text.kind === kind && isFor(text, classified))
    .sort((one, other) => precisionOf(other) - precisionOf(one) || one.id - other.id)

export interface LetterRequest {
  readonly decision: LetterDecision
  readonly language: Language
  readonly classified: Classified
  readonly facts: Omit<LetterFacts, 'remedies'>
}

/**
 * The draft of a letter: the text of the decision that fits the case best, with its fields and the remedies for the case, one a
 * line. A line with a field that has no value is left out. Undefined where the office has no text for the decision.
 */
export function draftLetter(texts: readonly LetterText[], { decision, language, classified, facts }: LetterRequest) {
  const [chosen] = textsFor(texts, decision, classified)
  const template = chosen && textFor(chosen, language)
  if (!template) return undefined
  const remedies = textsFor(texts, 'remedy', classified)
    .map((remedy) => fillLetter(`- ${textFor(remedy, language)?.text ?? ''}`, facts))
    .join('\n')
  const lines = fillLetter(template.text, { ...facts, remedies }).split('\n')
  const filled = lines.filter((line) => openLetterFieldsOf(line).length === 0)
  return filled.join('\n').replace(/\n{3,}/g, '\n\n')
}
