import * as z from 'zod/mini'
import { languages } from '../../kit/messages.ts'
import { flag, instant, onWire } from '../../kit/wire.ts'
import { caseDocument } from '../case-documents.endpoints.ts'
import { caseEvent } from '../case-history.ts'
import { caseComment } from './case-comments.ts'
import { officeMessage } from './case-messages.ts'
import { caseReminder } from './case-reminders.ts'

/**
 * A page of all that was written and done about a case, for the office: the newest 20 entries of all kinds, or those before an
 * instant. Entries of one instant are on one page, so a page may have a few more.
 */
export const correspondence = onWire('corrispondenza', {
  messages: [z.array(officeMessage), 'messaggi'],
  comments: [z.array(caseComment), 'commenti'],
  /** All days on which to come back to the case, the open ones first; they are on every page. */
  reminders: [z.array(caseReminder), 'richiami'],
  /** Documents of the office; files of messages are with their messages. */
  documents: [z.array(caseDocument), 'documenti'],
  /** The entries of the history that added actions performed. */
  performed: [z.array(caseEvent), 'azioni_svolte'],
  /** Whether there are others before them. */
  hasEarlier: [flag, 'flag_precedenti'],
  /** Whether the caller may write a message now. */
  canWrite: [flag, 'flag_puo_scrivere'],
  /** Whether the caller may write a comment now. */
  canComment: [flag, 'flag_puo_commentare'],
  /** Whether the caller may note that the reporter was called. */
  canNoteCall: [flag, 'flag_puo_segnare_chiamata'],
  /** Whether the reporter can read messages; the reporter of a case that the office entered has no PIN. */
  hasReader: [flag, 'flag_con_lettore'],
  /** Whether the reporter gets a mail about a new message: they left an address. */
  tellsByMail: [flag, 'flag_avviso_mail'],
  /** How a message can go to the reporter by mail; absent where it cannot. */
  byMail: [
    z.optional(
      onWire('messaggio_per_mail', {
        address: [z.string(), 'indirizzo'],
        /** Proposed for the next message: the reporter wrote by mail. */
        isDefault: [flag, 'flag_proposto'],
        /** The only way: the reporter has no PIN. */
        isOnly: [flag, 'flag_solo_modo'],
      }),
    ),
    'per_mail',
  ],
  /** The language of the page of the report. */
  language: [z.enum(languages), 'lingua'],
  /** How many more files the case can take. */
  filesLeft: [z.int(), 'allegati_possibili'],
})
export type Correspondence = z.output<typeof correspondence>

/** Requests the entries before an instant; without `before` the newest. */
export const correspondenceBefore = onWire('corrispondenza_prima_di', { before: [z.optional(instant), 'prima_di'] })
