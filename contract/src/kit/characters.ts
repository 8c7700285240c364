// Without zod: the first page of the wizard reads its draft and does not need the rest.

// Line feed, carriage return and tab are the control characters that people type.
// biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the point
export const controlInLine = /[\u0000-\u001f\u007f-\u009f]/
// biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the point
export const controlInText = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/

export const loneSurrogate = /\p{Cs}/u

/** Where an input has a text with a character that nobody types, and no database takes: dotted paths, as of other faults. */
export function listUntypable(raw: unknown, path: readonly string[] = []): string[] {
  if (typeof raw === 'string') return controlInText.test(raw) || loneSurrogate.test(raw) ? [path.join('.')] : []
  if (typeof raw !== 'object' || raw === null) return []
  return Object.entries(raw).flatMap(([name, value]) => listUntypable(value, [...path, name]))
}
