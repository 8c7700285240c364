/** Names that a case has, and how texts may write them. */
export interface KnownName {
  readonly kind: 'reporter' | 'victim' | 'offender' | 'body'
  /** Of a person. */
  readonly first?: string | undefined
  /** The surname of a person, or the whole name of a body. */
  readonly last: string
}

export const wordStart = '(?<![\\p{L}\\p{N}])'
export const wordEnd = '(?![\\p{L}\\p{N}])'

const honorific =
  '(?:(?:sig\\.?(?:ra|na)?|signor[ae]?|signorina|dott\\.?(?:ssa)?|dottor(?:e|essa)?|avv\\.?|avvocat[oa]|prof\\.?(?:ssa)?|ing\\.?|geom\\.?)\\s+)?'

const plainOf: Readonly<Record<string, string>> = { à: 'a', è: 'e', é: 'e', ì: 'i', ò: 'o', ù: 'u' }

/** A name as a pattern: any spaces, either apostrophe, and an accent that was typed as an apostrophe. */
export const spelled = (name: string): string =>
  name
    .normalize('NFC')
    .trim()
    .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    .replace(/['’`]/g, "['’`]")
    .replace(/[àèéìòù]/gi, (letter) => `(?:${letter}|${plainOf[letter.toLowerCase()]}['’\`])`)
    .replace(/\s+/g, '\\s+')

/** A pattern of a word where it stands alone: as a name it has a capital, so that the colour of "rosa" is no Rosa. */
const capitalised = (name: string) => {
  const words = name.trim().split(/\s+/)
  const withCapitals = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase()).join(' ')
  return [...new Set([name.trim(), withCapitals, name.trim().toUpperCase()])]
    .filter((one) => /^\p{Lu}/u.test(one))
    .map(spelled)
    .join('|')
}

const legalForm =
  /[\s,]+(?:s\.?\s?r\.?\s?l\.?s?|s\.?\s?p\.?\s?a|s\.?\s?n\.?\s?c|s\.?\s?a\.?\s?s|s\.?\s?c|onlus|aps|ets)\.?$/i

const shortest = 3

/** The patterns of a name: of a person in full in either order, with an initial, surname or first name alone; of a body with or without its legal form. */
export function patternsOf({ first, last }: KnownName): readonly RegExp[] {
  const whole = last.trim()
  const given = first?.trim()
  if (!given) {
    const bare = whole.replace(legalForm, '')
    return [whole, bare]
      .filter((name) => name.length >= shortest)
      .map((name) => new RegExp(`${wordStart}${spelled(name)}${wordEnd}\\.?`, 'giu'))
  }
  const names = [given, given.split(/\s+/)[0] ?? given]
  const full = names.flatMap((name) => [
    `${spelled(name)}\\s+${spelled(whole)}`,
    `${spelled(whole)}\\s+${spelled(name)}`,
  ])
  const alone = [whole, ...names].filter((name) => name.length >= shortest).map(capitalised)
  return [
    new RegExp(`${wordStart}${honorific}(?:${full.join('|')})${wordEnd}`, 'giu'),
    new RegExp(`${wordStart}(?:\\p{Lu}\\.\\s*)?(?:${alone.filter(Boolean).join('|')})${wordEnd}`, 'gu'),
  ]
}
