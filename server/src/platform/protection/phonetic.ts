/** Cyrillic (Russian, Ukrainian, Bulgarian, Serbian) and Greek letters, as passports write them. */
// biome-ignore format: a table
const latinLetters: Record<string, string> = {
  а: 'a', б: 'b', в: 'v', г: 'g', ґ: 'g', д: 'd', е: 'e', є: 'ie', ж: 'zh', з: 'z', и: 'i', і: 'i', ј: 'j', к: 'k', л: 'l',
  м: 'm', н: 'n', о: 'o', п: 'p', р: 'r', с: 's', т: 't', у: 'u', ф: 'f', х: 'kh', ц: 'ts', ч: 'ch', ш: 'sh', щ: 'shch',
  ъ: '', ы: 'y', ь: '', э: 'e', ю: 'yu', я: 'ya', ђ: 'dj', ћ: 'c', љ: 'lj', њ: 'nj', џ: 'dz',
  α: 'a', β: 'v', γ: 'g', δ: 'd', ε: 'e', ζ: 'z', η: 'i', θ: 'th', ι: 'i', κ: 'k', λ: 'l', μ: 'm', ν: 'n', ξ: 'x', ο: 'o',
  π: 'p', ρ: 'r', σ: 's', τ: 't', υ: 'y', φ: 'f', χ: 'ch', ψ: 'ps', ω: 'o',
}
/** Arabic letters (with those of Persian and Urdu); short vowels are not written, so this serves the phonetic key alone. */
// biome-ignore format: a table
const arabicLetters: Record<string, string> = {
  ا: 'a', ب: 'b', پ: 'p', ت: 't', ٹ: 't', ث: 't', ج: 'j', چ: 'ch', ح: 'h', خ: 'kh', د: 'd', ڈ: 'd', ذ: 'd', ر: 'r', ڑ: 'r',
  ز: 'z', ژ: 'z', س: 's', ش: 'sh', ص: 's', ض: 'd', ط: 't', ظ: 'z', ع: 'a', غ: 'g', ف: 'f', ڤ: 'v', ق: 'k', ك: 'k', گ: 'g',
  ل: 'l', م: 'm', ن: 'n', ه: 'h', و: 'w', ي: 'y',
}

const spell = (word: string, table: Record<string, string>, between: string) =>
  [...word].map((letter) => table[letter] ?? letter).join(between)

const isArabic = (word: string) => /^\p{Script=Arabic}+$/u.test(word)

/** A folded Cyrillic or Greek word in Latin letters; any other comes back as it is. */
export const toLatin = (word: string) => spell(word.replace(/ου/g, 'ou'), latinLetters, '')

const arabicToLatin = (word: string) => spell(word.replace(/لله/g, 'له'), arabicLetters, 'a')

type Rules = readonly (readonly [pattern: RegExp, sound: string])[]

const applyRules = (text: string, rules: Rules) =>
  rules.reduce((result, [pattern, sound]) => result.replace(pattern, sound), text)

/** Capitals are sounds and ends that no later rule takes for letters. */
// biome-ignore format: a table
const firstRules: Rules = [
  [/(.)\1+/g, '$1'], [/ph/g, 'f'], [/sh/g, 'S'], [/x/g, 'ks'], [/(?<=[bdgtz])h/g, ''], [/(?<![ck])h$/, ''],
]
/** The same letters as Italians, Germans and Slavs read them, and as French and English do (Abderrahmane is Abdelrahman). */
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

/** Two consonants at the end of a word, three before its last vowel; no word in -e, -i, -o, -u. */
const tellsApart = (key: string) => /^A?(?:[^AIO]{2,}|[^AIO]{3,}[AI])$/.test(key)

/**
 * Keys that the usual transliterations of a name share: its consonants, the sort of its first letter, a last `a` or `y`.
 * Names with the same consonants become one (Mohamed and Mahmoud, Hassan and Hussein): that is accepted. Words in -i, -o,
 * -e, -u have no key, because most Italian surnames end so and would meet (Caruso and Corso); a last -e is also tried as
 * silent. Words of fewer than four letters have none either, unless they are Arabic, which leaves vowels out.
 */
export function phoneticKeys(word: string) {
  const withoutVowels = isArabic(word)
  if (!withoutVowels && word.length < 4) return []
  const latin = withoutVowels ? arabicToLatin(word) : toLatin(word)
  if (!/^[a-z]+$/.test(latin)) return []
  const sounds = applyRules(latin, firstRules)
  const keys = readings.map((reading) => applyRules(applyRules(sounds, reading), lastRules))
  return [...new Set(keys)].filter(tellsApart)
}
