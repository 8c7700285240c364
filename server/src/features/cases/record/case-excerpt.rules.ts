/** How many characters of a narrative a list shows. */
const most = 120

/** The first words of a narrative on one line, cut between two words; undefined where there are none. */
export function excerptOf(narrative: string | null): string | undefined {
  const line = (narrative ?? '')
    .slice(0, 4 * most)
    .replaceAll(/\s+/g, ' ')
    .trim()
  const characters = [...line]
  if (characters.length <= most) return line || undefined
  const start = characters.slice(0, most).join('')
  const lastSpace = start.lastIndexOf(' ')
  return `${lastSpace > most / 2 ? start.slice(0, lastSpace) : start}…`
}
