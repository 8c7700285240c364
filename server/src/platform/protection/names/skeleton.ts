type Rules = readonly (readonly [pattern: RegExp, sound: string])[]

const applyRules = (text: string, rules: Rules) =>
  rules.reduce((result, [pattern, sound]) => result.replace(pattern, sound), text)

// Capitals stand for classes of consonants that transliterations confuse, `A` for a vowel at the start.
// biome-ignore format: a table
const firstRules: Rules = [
  [/^(abd[aeiou]?)l(?=l|[^aeiouylh])/, '$1'], [/(.)\1+/g, '$1'], [/^(?:w|ou(?=[aeiouy]))/, 'W'],
  [/ph/g, 'f'], [/[kg]h/g, 'H'], [/[sz]h|cz/g, 'S'],
]
/** Letters read as in French, English and Spanish, and as in Italian, German and Slavic languages. */
const readings: readonly Rules[] = [
  [
    [/s?ch/g, 'S'],
    [/dj/g, 'j'],
    [/j|g(?=[eiy])/g, 'S'],
  ],
  [
    [/S?ch/g, 'H'],
    [/^[ij](?=[aeou])/, 'y'],
    [/j/g, ''],
  ],
]
// biome-ignore format: a table
const lastRules: Rules = [
  [/x/g, 'KS'], [/sc(?=[eiy])|t?[sz]|c(?=[eiy])/g, 'S'], [/[kqc]/g, 'K'], [/(?<=[bdt])h|h$/g, ''], [/[gh]/g, 'H'],
  [/[bp]/g, 'P'], [/[dt]/g, 'T'], [/[fv]/g, 'F'], [/(.)\1+/g, '$1'], [/^[aeiouy]/, 'A'], [/[aeiouyw]/g, ''],
]

/** Classes of the Arabic, Persian and Urdu consonants; long vowels count at the start only. */
// biome-ignore format: a table
const arabicRules: Rules = [
  [/^ال(?=.{3})/, ''], [/^عبدال/, 'عبد'], [/لله/g, 'له'], [/^[اعي]/, 'A'], [/^و/, 'W'], [/[اعيو]/g, ''], [/ه$/, ''],
  [/[بپ]/g, 'P'], [/[تطدٹڈ]/g, 'T'], [/[سصزشچژ]/g, 'S'], [/[حخغهگ]/g, 'H'], [/[قك]/g, 'K'], [/[فڤ]/g, 'F'],
  [/[رڑ]/g, 'r'], [/ل/g, 'l'], [/م/g, 'm'], [/ن/g, 'n'],
]
/** Letters with two usual transliterations: Jamal and Gamal, Ramadan and Ramzan. */
const arabicReadings: readonly Rules[] = [
  [
    [/ج/g, 'S'],
    [/[ثذضظ]/g, 'T'],
  ],
  [
    [/ج/g, 'H'],
    [/[ثذضظ]/g, 'S'],
  ],
  [
    [/ج/g, 'S'],
    [/[ثذضظ]/g, 'S'],
  ],
]

/** A final ة after a long vowel is spelled with a t: Najat, Hayat. */
const withFinalT = (word: string) => [word, word.replace(/اه$/, 'ات')]

const isArabic = (word: string) => /^\p{Script=Arabic}+$/u.test(word)

/**
 * The consonants of a folded Arabic word, or of one in Latin letters, by classes that transliterations confuse: the same for
 * all spellings of a name in any script, and for some other names. Empty for other scripts.
 */
export function skeletonsOf(word: string): string[] {
  const found = isArabic(word)
    ? withFinalT(word).flatMap((text) =>
        arabicReadings.map((reading) => applyRules(applyRules(text, arabicRules), reading)),
      )
    : /^[a-z]+$/.test(word)
      ? readings.map((reading) => applyRules(applyRules(applyRules(word, firstRules), reading), lastRules))
      : []
  return [...new Set(found)].filter((skeleton) => skeleton.length > 1)
}
