/** Maximum length of an excerpt, in characters. */
const maxLength = 120

/** The first words of a narrative on one line, cut between two words; undefined where there are none. */
export function excerptOf(narrative: string | null): string | undefined {
  const line = (narrative ?? '')
    .slice(0, 4 * maxLength)
    .replaceAll(/\s+/g, ' ')
    .trim()
  const characters = [...line]
  if (characters.length <= maxLength) return line || undefined
  const start = characters.slice(0, maxLength).join('')
  const lastSpace = start.lastIndexOf(' ')
  return `${lastSpace > maxLength / 2 ? start.slice(0, lastSpace) : start}…`
}
