import type { MessageKey } from './messages.ts'

/** One fault of an input: the field by its wire path, the message by its key and parameters. */
export interface Issue {
  readonly path: string
  readonly message: MessageKey
  readonly params?: Readonly<Record<string, string | number>> | undefined
}
