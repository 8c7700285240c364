/**
 * What a range of bytes says: where something was made, who made it, or with which device. A device is removed with the rest
 * and never mentioned: the camera of a photo says little to those who do not have it.
 */
export type TraceKind = 'place' | 'author' | 'device'

/** A range of bytes that can be overwritten without a change to what the file shows. */
export interface Trace {
  readonly kind: TraceKind
  readonly start: number
  /** The byte after the last one. */
  readonly end: number
  /** The byte to overwrite it with: a space in texts, 0 elsewhere. */
  readonly fill: number
}

export const space = 0x20

/** Overwrites what the traces name. The file keeps its length, so that every offset in it stays right. */
export function blank(bytes: Uint8Array, traces: readonly Trace[]): void {
  for (const { start, end, fill } of traces) bytes.fill(fill, start, end)
}

const chunkBytes = 8 * 1024

/** The bytes as a text of as many characters (ISO 8859-1). */
export function textOf(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += chunkBytes)
    text += String.fromCharCode(...bytes.subarray(at, at + chunkBytes))
  return text
}

/** Whether a range holds anything but zeros and spaces. */
export const hasContent = (bytes: Uint8Array, start: number, end: number): boolean =>
  bytes.subarray(start, end).some((byte) => byte !== 0 && byte !== space)
