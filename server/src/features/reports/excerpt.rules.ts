/** Maximum length of an excerpt, in characters. */
const maxLength = 120

/** The first characters, none of them cut in half; letters outside the basic plane have two units. */
function firstCharacters(line: string): string {
  let end = 0
  for (let count = 0; count < maxLength && end < line.length; count++)
    end += (line.codePointAt(end) ?? 0) > 0xffff ? 2 : 1
  return line.slice(0, end)
}

/** The first words of a narrative on one line, cut between two words; undefined where there are none. */
export function excerptOf(narrative: string | null): string | undefined {
  const line = (narrative ?? '')
    .slice(0, 4 * maxLength)
    .replaceAll(/\s+/g, ' ')
    .trim()
  const start = firstCharacters(line)
  if (start === line) return line || undefined
  const lastSpace = start.lastIndexOf(' ')
  return `${lastSpace > maxLength / 2 ? start.slice(0, lastSpace) : start}…`
}
