/** Normalizes a report code as typed or pasted: NFKC, capitals, ASCII hyphens, no spaces. */
export const normalizeCode = (text: string) =>
  text
    .normalize('NFKC')
    .toUpperCase()
    // Word processors replace the hyphen by other dashes.
    .replace(/[‐-―−_]/g, '-')
    .replace(/\s+/g, '')
