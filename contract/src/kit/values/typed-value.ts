import type { ValueError } from '../kinds.ts'
import type { MessageKey } from '../messages.ts'

/** What a reader of a kind of values makes of a text: the value that is kept, or why there is none. */
export type TypedValue = { readonly value: string } | { readonly error: ValueError }

export const refused = (message: MessageKey): TypedValue => ({ error: { message } })

/** No code, number or address is longer as people write it; a longer text is not read at all. */
const longest = 500

/**
 * A reader of texts without surrounding spaces and without the marks that nobody sees and nobody typed: of direction, of width, of
 * order. `message` refuses a text that is too long to be one.
 */
export const typedReader =
  (message: MessageKey, read: (text: string) => TypedValue) =>
  (typed: string): TypedValue =>
    typed.length > longest ? refused(message) : read(typed.replace(/\p{Cf}/gu, '').trim())
