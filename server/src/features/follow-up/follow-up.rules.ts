/** A code as somebody copied it, in the form in which it was given out. */
export const readCode = (text: string) =>
  text
    .normalize('NFKC')
    .toUpperCase()
    // Every kind of hyphen and dash that word processors put in its place.
    .replace(/[‐-―−_]/g, '-')
    .replace(/\s+/g, '')
