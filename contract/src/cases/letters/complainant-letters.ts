import * as z from 'zod/mini'
import { languages } from '../../kit/messages.ts'
import { enumOnWire, flag, instant, onWire, plainDate, recordId } from '../../kit/wire.ts'
import { sentMail } from '../../mailbox/received-mail.ts'
import { dueStates } from '../case.ts'
import { writtenText } from '../correspondence/saved-replies.ts'
import { letterDecision } from './letter-texts.ts'

/** How a letter reaches the complainant: as a message of the case, by mail, or on paper. */
export const letterWays = { message: 'messaggio', mail: 'email', print: 'stampa' } as const
export const letterWay = enumOnWire(letterWays)
export type LetterWay = keyof typeof letterWays

const letter = onWire('comunicazione_esito', {
  id: [recordId, 'id_comunicazione'],
  at: [instant, 'data'],
  by: [z.optional(z.string()), 'utente'],
  way: [letterWay, 'modo'],
  decision: [letterDecision, 'decisione'],
  language: [z.enum(languages), 'lingua'],
  text: [z.string(), 'testo'],
  mail: [z.optional(sentMail), 'invio_mail'],
})
export type ComplainantLetter = z.output<typeof letter>

/** The letters of a case about whether it goes on, and the draft of the next one. */
export const complainantLetters = onWire('comunicazioni_esito', {
  letters: [z.array(letter), 'comunicazioni'],
  /** Of the status of the case: a letter says what is true now. */
  decision: [letterDecision, 'decisione'],
  language: [z.enum(languages), 'lingua'],
  /** In the language of the complainant; empty where the office has no text for it. */
  draft: [z.string(), 'bozza'],
  /** The same in Italian. */
  italian: [z.string(), 'bozza_italiana'],
  /** How this complainant can be reached. */
  ways: [z.array(letterWay), 'modi'],
  /** Whether the caller may send a letter now. */
  canSend: [flag, 'flag_puo_inviare'],
  /** By when the complainant must be informed; absent once they were. */
  informBy: [z.optional(plainDate), 'data_comunicazione'],
  informState: [z.optional(enumOnWire(dueStates)), 'scadenza_comunicazione'],
})
export type ComplainantLetters = z.output<typeof complainantLetters>

export const newLetter = onWire('comunicazione_da_inviare', {
  decision: [letterDecision, 'decisione'],
  language: [z.enum(languages), 'lingua'],
  way: [letterWay, 'modo'],
  text: [writtenText, 'testo'],
})
export type NewLetter = z.output<typeof newLetter>
