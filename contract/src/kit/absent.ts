/** Whether the wire treats a value as absent: empty text, an empty list, a zero id, null (decisions §1). */
export const isAbsent = (key: string, value: unknown) =>
  value === undefined ||
  value === null ||
  value === '' ||
  (Array.isArray(value) && value.length === 0) ||
  (value === 0 && /^id_/.test(key))

/** Whether a value says nothing: the same, a blank text, zero, -1 or false. */
export const isBlank = (value: unknown): boolean =>
  isAbsent('', value) ||
  value === 0 ||
  value === -1 ||
  value === false ||
  (typeof value === 'string' && value.trim() === '')

/** Returns the payload without absent values, at any depth. */
export function withoutAbsent(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutAbsent)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(([key, member]) => !isAbsent(key, member))
  return Object.fromEntries(entries.map(([key, member]) => [key, withoutAbsent(member)]))
}
