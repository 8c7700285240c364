/**
 * The wire takes digits only; people set them apart as they are used to: (06) 1234.567-8. Address books add direction
 * marks that nobody sees.
 */
export const joinDigits = (text: string) =>
  text
    .replace(/[\p{Cf}()]/gu, '')
    .trim()
    .replace(/(\d)[\s.-]+(?=\d)/g, '$1')

/** A draft with its telephone numbers as the wire takes them. */
export function withJoinedPhones<D extends object>(draft: D, fields: Readonly<Record<string, { kind: string }>>): D {
  const phones = Object.entries(draft).flatMap(([key, value]) =>
    fields[key]?.kind === 'phone' && typeof value === 'string' ? [[key, joinDigits(value)]] : [],
  )
  return { ...draft, ...Object.fromEntries(phones) }
}
