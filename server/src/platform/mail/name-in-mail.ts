/** Code points of a name in a mail. */
const maxLength = 80

/** Words that mail programs turn into links whatever is done to their dots. */
const linkWord = /:\/\/|\bwww\.|@|[/\\]/i
/** A dot between two letters or digits, before an ending of two letters or more: a domain, or an abbreviation without a space. */
const dotOfDomain = /\.(?=[\p{L}\p{N}-]{2,})/gu

/**
 * A name that a stranger wrote, as mails repeat it: on one line, without links, 80 code points at most. Somebody could otherwise mail a
 * text with a link to any address, in the name of the office.
 */
export function nameInMail(name: string): string {
  const words = name
    .normalize('NFKC')
    .replace(/[\p{Cf}]/gu, '')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ')
    .replace(/[。｡]/gu, '.')
    .split(/\s+/)
    .filter((word) => word !== '' && !linkWord.test(word))
    .map((word) => word.replace(dotOfDomain, '. '))
  const letters = [...words.join(' ')]
  return letters.length > maxLength
    ? `${letters
        .slice(0, maxLength - 1)
        .join('')
        .trimEnd()}…`
    : letters.join('') || '…'
}
