const browsers: readonly [RegExp, string][] = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\//, 'Firefox'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]
const systems: readonly [RegExp, string][] = [
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
]

const nameIn = (list: readonly [RegExp, string][], text: string) => list.find(([pattern]) => pattern.test(text))?.[1]

/** Browser and system in words, enough to recognise one's own sessions and nobody else: no versions, no text of the header. */
export function browserName(userAgent: string | undefined): string {
  const browser = nameIn(browsers, userAgent ?? '') ?? 'Altro browser'
  const system = nameIn(systems, userAgent ?? '')
  return system ? `${browser} su ${system}` : browser
}
