import * as z from 'zod/mini'
import { limits } from '../../kit/limits.ts'
import { type Language, languages } from '../../kit/messages.ts'
import { cleanText } from '../../kit/values/characters.ts'
import { flag, lineText, onWire, recordId } from '../../kit/wire.ts'
import type { CaseValues } from '../case.form.ts'
import { textFieldsOf } from './text-fields.ts'

/** The classification that a saved reply fits, by its first choice of each kind. */
const fits = {
  groundId: [z.optional(recordId), 'id_ground'],
  fieldId: [z.optional(recordId), 'id_ambito'],
  relevanceId: [z.optional(recordId), 'id_pertinenza'],
  outcomeId: [z.optional(recordId), 'id_esito_finale'],
} as const

/** What the office writes to people: at least one letter, at most `savedReplies.textLength`. */
export const writtenText = z.string().check(
  z.overwrite((text) => cleanText(text).text),
  z.trim(),
  z.minLength(1),
  z.maxLength(limits.savedReplies.textLength),
)

const textInLanguage = onWire('testo_in_lingua', {
  language: [z.enum(languages), 'lingua'],
  text: [writtenText, 'testo'],
})

/** A text of the office in one or more languages. */
export const textsInLanguages = z.array(textInLanguage).check(z.minLength(1), z.maxLength(languages.length))

const fields = {
  name: [lineText.check(z.minLength(1), z.maxLength(limits.savedReplies.nameLength)), 'nome'],
  /** Whether all of the office use it; only RUP writes shared ones. */
  isShared: [flag, 'flag_condiviso'],
  /** A retired reply is not offered any more. */
  isRetired: [flag, 'flag_ritirato'],
  texts: [textsInLanguages, 'testi'],
  ...fits,
} as const

/** A reply to save; with an id it replaces the earlier one. */
export const newSavedReply = onWire('testo_da_salvare', { id: [z.optional(recordId), 'id_testo'], ...fields })
export type NewSavedReply = z.output<typeof newSavedReply>

export const savedReply = onWire('testo_salvato', {
  id: [recordId, 'id_testo'],
  ...fields,
  /** Whether the caller may change it. */
  mayEdit: [flag, 'flag_modificabile'],
})
export type SavedReply = z.output<typeof savedReply>

export const savedReplies = onWire('testi_salvati', { rows: [z.array(savedReply), 'testi'] })

/** The fields of a text, by the word that stands in braces. */
export const replyFields = { name: 'nome', code: 'codice', deadline: 'termine', phone: 'telefono' } as const

export const { openFieldsOf, fill: fillReply } = /* @__PURE__ */ textFieldsOf(replyFields)

/** The text of the office for a report in a language: in it, else in Italian, else the first. */
export const textFor = ({ texts }: Pick<SavedReply, 'texts'>, language: Language) =>
  texts.find((one) => one.language === language) ?? texts.find((one) => one.language === 'it') ?? texts[0]

type Classified = Pick<CaseValues, 'grounds' | 'fieldId' | 'relevanceId' | 'outcomeId'>

/** How well a reply fits a case: a point for each choice that is that of the case, minus one for each that is another. */
function fitOf(reply: SavedReply, { grounds = [], fieldId, relevanceId, outcomeId }: Classified): number {
  const pairs = [
    [reply.groundId, grounds.map((ground) => ground.groundId)],
    [reply.fieldId, [fieldId]],
    [reply.relevanceId, [relevanceId]],
    [reply.outcomeId, [outcomeId]],
  ] as const
  return pairs
    .map(([wanted, found]) => (wanted === undefined ? 0 : found.includes(wanted) ? 1 : -1))
    .reduce<number>((sum, point) => sum + point, 0)
}

/** The replies in use, those that fit the case first, then those with a text in the language of the report, then by name. */
export function proposedReplies(
  replies: readonly SavedReply[],
  values: Classified,
  language: Language,
): readonly SavedReply[] {
  const isIn = ({ texts }: SavedReply) => texts.some((text) => text.language === language)
  return replies
    .filter(({ isRetired }) => !isRetired)
    .sort(
      (one, other) =>
        fitOf(other, values) - fitOf(one, values) ||
        Number(isIn(other)) - Number(isIn(one)) ||
        one.name.localeCompare(other.name, 'it'),
    )
}
