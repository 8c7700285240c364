import { writeWire } from '../kit/form.ts'
import { wireWriter } from '../kit/wire-writer.ts'
import { type TransferHead, type TransferKind, type TransferKindName, transferKinds } from './transfer-kinds.ts'

/** A record of the format in code: its head and the values of its form. */
export interface TransferRecord<K extends TransferKindName = TransferKindName> {
  readonly head: TransferHead<K>
  readonly values?: object
}

/** Writes a record as one line; members are in the order of their declarations, so that equal records are equal bytes. */
export function writeRecord<K extends TransferKindName>(kind: K, { head, values = {} }: TransferRecord<K>): string {
  const declared: TransferKind = transferKinds[kind]
  const ordered = Object.keys(declared.form?.fields ?? {}).map((key) => [key, (values as Record<string, unknown>)[key]])
  const facts = wireWriter(declared.head)(head) as object
  const body = declared.form ? writeWire(declared.form, Object.fromEntries(ordered)) : {}
  return JSON.stringify({ ...facts, ...body })
}
