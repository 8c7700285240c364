/** Whether two words differ by one wrong, missing, extra or swapped letter. */
export function isOneLetterApart(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one]
  if (short === long || long.length - short.length > 1) return false
  let start = 0
  while (start < short.length && short[start] === long[start]) start++
  if (long.length > short.length) return short.slice(start) === long.slice(start + 1)
  const isSwapped = short[start] === long[start + 1] && short[start + 1] === long[start]
  return (
    short.slice(start + 1) === long.slice(start + 1) || (isSwapped && short.slice(start + 2) === long.slice(start + 2))
  )
}

/** The share of letters that two words have in common: 1 less the edit distance per letter of the longer one. */
export function similarityOf(one: string, other: string): number {
  const longer = Math.max(one.length, other.length)
  if (longer === 0) return 1
  let row = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let at = 1; at <= one.length; at++) {
    const next = [at]
    for (let column = 1; column <= other.length; column++) {
      const replaced = (row[column - 1] ?? 0) + (one[at - 1] === other[column - 1] ? 0 : 1)
      next.push(Math.min(replaced, (row[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1))
    }
    row = next
  }
  return 1 - (row[other.length] ?? 0) / longer
}
