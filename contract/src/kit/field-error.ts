import type { MessageKey } from './messages.ts'

/** One error of an input: the wire path of the field, the key of the message and its parameters. */
export interface FieldError {
  readonly path: string
  readonly message: MessageKey
  readonly params?: Readonly<Record<string, string | number>> | undefined
}
