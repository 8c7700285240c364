/** Transliteration of Cyrillic (Russian, Ukrainian, Bulgarian, Serbian) and Greek letters, as in passports. */
// biome-ignore format: a table
const latinLetters: Record<string, string> = {
  а: 'a', б: 'b', в: 'v', г: 'g', ґ: 'g', д: 'd', е: 'e', є: 'ie', ж: 'zh', з: 'z', и: 'i', і: 'i', ј: 'j', к: 'k', л: 'l',
  м: 'm', н: 'n', о: 'o', п: 'p', р: 'r', с: 's', т: 't', у: 'u', ф: 'f', х: 'kh', ц: 'ts', ч: 'ch', ш: 'sh', щ: 'shch',
  ъ: '', ы: 'y', ь: '', э: 'e', ю: 'yu', я: 'ya', ђ: 'dj', ћ: 'c', љ: 'lj', њ: 'nj', џ: 'dz',
  α: 'a', β: 'v', γ: 'g', δ: 'd', ε: 'e', ζ: 'z', η: 'i', θ: 'th', ι: 'i', κ: 'k', λ: 'l', μ: 'm', ν: 'n', ξ: 'x', ο: 'o',
  π: 'p', ρ: 'r', σ: 's', τ: 't', υ: 'y', φ: 'f', χ: 'ch', ψ: 'ps', ω: 'o',
}
/** Transliteration of Arabic, Persian and Urdu letters; without short vowels, so only for the phonetic key. */
// biome-ignore format: a table
const arabicLetters: Record<string, string> = {
  ا: 'a', ب: 'b', پ: 'p', ت: 't', ٹ: 't', ث: 't', ج: 'j', چ: 'ch', ح: 'h', خ: 'kh', د: 'd', ڈ: 'd', ذ: 'd', ر: 'r', ڑ: 'r',
  ز: 'z', ژ: 'z', س: 's', ش: 'sh', ص: 's', ض: 'd', ط: 't', ظ: 'z', ع: 'a', غ: 'g', ف: 'f', ڤ: 'v', ق: 'k', ك: 'k', گ: 'g',
  ل: 'l', م: 'm', ن: 'n', ه: 'h', و: 'w', ي: 'y',
}

const spell = (word: string, table: Record<string, string>, between: string) =>
  [...word].map((letter) => table[letter] ?? letter).join(between)

const isArabic = (word: string) => /^\p{Script=Arabic}+$/u.test(word)

/** Transliterates a folded Cyrillic or Greek word; returns any other unchanged. */
export const toLatin = (word: string) => spell(word.replace(/ου/g, 'ou'), latinLetters, '')

const arabicToLatin = (word: string) => spell(word.replace(/لله/g, 'له'), arabicLetters, 'a')

type Rules = readonly (readonly [pattern: RegExp, sound: string])[]

const applyRules = (text: string, rules: Rules) =>
  rules.reduce((result, [pattern, sound]) => result.replace(pattern, sound), text)

/** Capitals stand for sounds and word ends, which later rules do not treat as letters. */
// biome-ignore format: a table
const firstRules: Rules = [
  [/(.)\1+/g, '$1'], [/ph/g, 'f'], [/sh/g, 'S'], [/x/g, 'ks'], [/(?<=[bdgtz])h/g, ''], [/(?<![ck])h$/, ''],
]
/**
 * The same letters as read in Italian, German and Slavic languages, and as in French and English (Abderrahmane is
 * Abdelrahman).
 */
// biome-ignore format: a table
const readings: readonly Rules[] = [
  [[/[ck]h/g, 'k'], [/dj/g, 'J'], [/j/g, 'y']],
  [[/[st]?ch/g, 'S'], [/kh/g, 'h'], [/d?j/g, 'J'], [/(?<=^abd[aeiou]?)l(?=[dnrstz])/, ''], [/(?<=[^aeiouy])e$/, '']],
]
// biome-ignore format: a table
const lastRules: Rules = [
  [/q|c(?![eiy])/g, 'k'], [/v$/, 'f'], [/(.)\1+/g, '$1'],
  [/^(?:w|ou(?=[aeiouy]))/, 'W'], [/^(?:y|i(?=[aeouw]))/, 'Y'], [/^[aeiou]/, 'A'],
  [/a$/, 'A'], [/y$/, 'I'], [/[eiou]$/, 'O'], [/[aeiouyw]/g, ''],
]

/**
 * Whether a key is distinctive: two consonants at the end of a word, three before its last vowel; no word in -e, -i, -o,
 * -u.
 */
const isDistinctive = (key: string) => /^A?(?:[^AIO]{2,}|[^AIO]{3,}[AI])$/.test(key)

/**
 * Keys that common transliterations of a name share: its consonants, the class of its first letter, a final `a` or `y`. Names
 * with the same consonants get the same key (Mohamed and Mahmoud, Hassan and Hussein), which is accepted. Words in -i, -o,
 * -e, -u have no key, because most Italian surnames end so and would match (Caruso and Corso); a final -e is also tried as
 * silent. Words of fewer than four letters have no key, unless they are Arabic, which omits vowels.
 */
export function phoneticKeys(word: string) {
  const withoutVowels = isArabic(word)
  if (!withoutVowels && word.length < 4) return []
  const latin = withoutVowels ? arabicToLatin(word) : toLatin(word)
  if (!/^[a-z]+$/.test(latin)) return []
  const sounds = applyRules(latin, firstRules)
  const keys = readings.map((reading) => applyRules(applyRules(sounds, reading), lastRules))
  return [...new Set(keys)].filter(isDistinctive)
}
