import * as z from 'zod/mini'
import { limits } from '../../kit/limits.ts'
import { flag, instant, lineText, onWire, plainDate, recordId } from '../../kit/wire.ts'

const text = lineText.check(z.minLength(1), z.maxLength(limits.reminders.textLength))

/** A day on which somebody of the office wants to come back to a case, for example to call the reporter. */
export const caseReminder = onWire('richiamo_caso', {
  id: [recordId, 'id_richiamo'],
  dueOn: [plainDate, 'data_richiamo'],
  text: [z.string(), 'testo'],
  at: [instant, 'data'],
  by: [z.optional(z.string()), 'utente'],
  doneAt: [z.optional(instant), 'data_fatto'],
  /** Whether the caller may move, end or remove it. */
  mayChange: [flag, 'flag_modificabile'],
})
export type CaseReminder = z.output<typeof caseReminder>

/** A reminder to add, or with its id one to move or to write again. */
export const newReminder = onWire('richiamo_da_salvare', {
  id: [z.optional(recordId), 'id_richiamo'],
  dueOn: [plainDate, 'data_richiamo'],
  text: [text, 'testo'],
})
export type NewReminder = z.output<typeof newReminder>

export const endedReminder = onWire('richiamo_da_chiudere', {
  id: [recordId, 'id_richiamo'],
  /** Removed as if it had never been; else it is done. */
  isRemoved: [flag, 'flag_tolto'],
})
export type EndedReminder = z.output<typeof endedReminder>
