// Without zod, which the first page of the wizard does not load.

// Line feed, carriage return and tab are the control characters that people type.
// biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the point
export const controlInLine = /[\u0000-\u001f\u007f-\u009f]/
// biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the point
export const controlInText = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/

export const loneSurrogate = /\p{Cs}/u

/** Dotted paths of the texts with a control character or a lone surrogate: nobody types these, and PostgreSQL refuses some. */
export function listUntypable(raw: unknown, path: readonly string[] = []): string[] {
  if (typeof raw === 'string') return controlInText.test(raw) || loneSurrogate.test(raw) ? [path.join('.')] : []
  if (typeof raw !== 'object' || raw === null) return []
  return Object.entries(raw).flatMap(([name, value]) => listUntypable(value, [...path, name]))
}
