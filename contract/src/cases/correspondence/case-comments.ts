import * as z from 'zod/mini'
import { limits } from '../../kit/limits.ts'
import { cleanText } from '../../kit/values/characters.ts'
import { instant, onWire, recordId } from '../../kit/wire.ts'

/** What an operator writes about a case for the office alone: no reporter reads it, nor is it part of a person's data. */
export const caseComment = onWire('commento_caso', {
  id: [recordId, 'id_commento'],
  at: [instant, 'data'],
  by: [z.optional(z.string()), 'utente'],
  text: [z.string(), 'testo'],
  /** Its mentions, "Surname Name". */
  mentions: [z.array(z.string()), 'citati'],
})
export type CaseComment = z.output<typeof caseComment>

export const newComment = onWire('commento_da_scrivere', {
  text: [
    z.string().check(
      z.overwrite((text) => cleanText(text).text),
      z.trim(),
      z.minLength(1),
      z.maxLength(limits.narrativeCodePoints),
    ),
    'testo',
  ],
  /** Colleagues who get a notice; each must be able to read the case. */
  mentionIds: [z.optional(z.array(recordId).check(z.maxLength(limits.comments.mentions))), 'id_citati'],
})
export type NewComment = z.output<typeof newComment>
