import * as z from 'zod/mini'
import { enumOnWire, instant, lineText, plainDate } from '../kit/wire.ts'
import { deliveryReasons, deliveryStates } from '../mailbox/received-mail.ts'

// The members that heads of several kinds have.

/** Longest key of a record in its old system, in characters. */
const longestKey = 100
/** The key of a record in the system that it comes from. */
export const key = lineText.check(z.minLength(1, 'campo_obbligatorio'), z.maxLength(longestKey, 'valore_non_valido'))
/** The key of another record. */
export const reference = z.optional(key)
export const references = (most: number) => z.optional(z.array(key).check(z.maxLength(most)))
export const text = (max: number) =>
  z.string().check(z.minLength(1, 'campo_obbligatorio'), z.maxLength(max, 'valore_non_valido'))
export const moment = z.optional(instant)
export const day = z.optional(plainDate)
export const count = (most = 9_999_999) => z.optional(z.int().check(z.gte(1), z.lte(most)))
export const year = z.optional(z.int().check(z.gte(1900), z.lte(2100)))

/** What became of a mail, as a receipt or a bounce says. */
export const deliveryMembers = {
  deliveryState: [z.optional(enumOnWire(deliveryStates)), 'esito_consegna'],
  deliveryReason: [z.optional(enumOnWire(deliveryReasons)), 'motivo_consegna'],
  deliveryAt: [moment, 'data_consegna'],
} as const

/** Longest identity of a mail, in characters: a line of a mail (RFC 5322 §2.1.1). */
const longestIdentity = 998

/** The mail that a message or a letter went or came by. */
export const mailMembers = {
  ...deliveryMembers,
  /** Its Message-ID, by which an answer finds the case; of a mail of a portal the time and number in it. */
  mailIdentity: [z.optional(lineText.check(z.minLength(1), z.maxLength(longestIdentity))), 'id_mail'],
  /** When it was sent. */
  mailedAt: [moment, 'data_spedizione'],
} as const
