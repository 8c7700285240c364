/**
 * Removes the separators that people write between digits, such as (06) 1234.567-8, and the invisible direction marks of
 * address books. The wire takes digits only.
 */
export const joinDigits = (text: string) =>
  text
    .replace(/[\p{Cf}()]/gu, '')
    .trim()
    .replace(/(\d)[\s.-]+(?=\d)/g, '$1')

/** Returns the draft with its telephone numbers in wire form. */
export function withJoinedPhones<D extends object>(draft: D, fields: Readonly<Record<string, { kind: string }>>): D {
  const phones = Object.entries(draft).flatMap(([key, value]) =>
    fields[key]?.kind === 'phone' && typeof value === 'string' ? [[key, joinDigits(value)]] : [],
  )
  return { ...draft, ...Object.fromEntries(phones) }
}
