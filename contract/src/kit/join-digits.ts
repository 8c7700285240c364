/**
 * Removes the separators that people write between digits, such as (06) 1234.567-8, and the invisible direction marks of
 * address books. The wire takes digits only.
 */
export const joinDigits = (text: string) =>
  text
    .replace(/[\p{Cf}()]/gu, '')
    .trim()
    .replace(/(\d)[\s.-]+(?=\d)/g, '$1')

interface PhoneFields {
  readonly [key: string]: { readonly kind: string; readonly columns?: PhoneFields | undefined }
}

/** Returns the draft with its telephone numbers, those in lines too, in wire form. */
export function withJoinedPhones<D extends object>(draft: D, fields: PhoneFields): D {
  const phones = Object.entries(draft).flatMap(([key, value]) => {
    const { kind, columns } = fields[key] ?? {}
    if (kind === 'phone' && typeof value === 'string') return [[key, joinDigits(value)]]
    if (columns && Array.isArray(value)) return [[key, value.map((line: object) => withJoinedPhones(line, columns))]]
    return []
  })
  return { ...draft, ...Object.fromEntries(phones) }
}
