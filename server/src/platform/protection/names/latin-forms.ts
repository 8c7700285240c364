import { pinyin } from 'pinyin-pro'
import { fold } from '../fold.ts'
import { toLatin } from '../phonetic.ts'

/** Letters that Ukrainian passports spell otherwise than Russian ones; й and ї are folded to и and і. */
const ukrainianLetters: Record<string, string> = { г: 'h', и: 'y', ю: 'iu', я: 'ia' }
const startsUkrainian: Record<string, string> = { є: 'ye', ю: 'yu', я: 'ya' }

const ukrainianToLatin = (word: string) =>
  toLatin(
    [...word]
      .map((letter, index) => (index === 0 ? startsUkrainian[letter] : undefined) ?? ukrainianLetters[letter] ?? letter)
      .join(''),
  )

/** Transliteration of Bengali letters, as on passports; an inherent vowel is written `a`. */
// biome-ignore format: a table
const bengaliConsonants: Record<string, string> = {
  ক: 'k', খ: 'kh', গ: 'g', ঘ: 'gh', ঙ: 'ng', চ: 'ch', ছ: 'chh', জ: 'j', ঝ: 'jh', ঞ: 'n', ট: 't', ঠ: 'th', ড: 'd', ঢ: 'dh',
  ণ: 'n', ত: 't', থ: 'th', দ: 'd', ধ: 'dh', ন: 'n', প: 'p', ফ: 'f', ব: 'b', ভ: 'bh', ম: 'm', য: 'j', র: 'r', ল: 'l',
  শ: 'sh', ষ: 'sh', স: 's', হ: 'h',
}
// biome-ignore format: a table
const bengaliVowels: Record<string, string> = {
  অ: 'a', আ: 'a', ই: 'i', ঈ: 'i', উ: 'u', ঊ: 'u', ঋ: 'ri', এ: 'e', ঐ: 'oi', ও: 'o', ঔ: 'ou', 'া': 'a', 'ি': 'i', 'ী': 'i',
  'ু': 'u', 'ূ': 'u', 'ৃ': 'ri', 'ে': 'e', 'ৈ': 'oi', 'ো': 'o', 'ৌ': 'ou', ৎ: 't', 'ং': 'ng',
}
const withoutInherentVowel = /^[\u09be-\u09cd\u09d7]/

function bengaliToLatin(word: string): string {
  // The dotted letters য়, ড়, ঢ় are other sounds than those without a dot.
  const text = word
    .replace(/য\u09bc/g, 'Y')
    .replace(/[ডঢ]\u09bc/g, 'R')
    .replace(/্ব/g, 'W')
  const letters = [...text]
  return letters
    .map((letter, index) => {
      const plain = { Y: 'y', R: 'r', W: 'w' }[letter] ?? bengaliConsonants[letter]
      if (plain === undefined) return bengaliVowels[letter] ?? ''
      const next = letters[index + 1]
      return next === undefined || withoutInherentVowel.test(next) || next === 'W' ? plain : `${plain}a`
    })
    .join('')
}

const isIn = (script: string) => new RegExp(`^[\\p{Script=${script}}\\p{M}]+$`, 'u')
const [bengali, cyrillic, han, latin] = ['Bengali', 'Cyrillic', 'Han', 'Latin'].map(isIn) as [
  RegExp,
  RegExp,
  RegExp,
  RegExp,
]

export const isHan = (word: string) => han.test(word)
export const isLatin = (word: string) => latin.test(word) || /^\d+$/.test(word)

/** A name that papers of several countries shorten: Md Karim, Mohd Ali. */
const shortForms: Readonly<Record<string, string>> = {
  md: 'mohammad',
  mhd: 'mohammad',
  mohd: 'mohammad',
  muhd: 'mohammad',
}

/** The spellings of a folded word in Latin letters; the word itself where it has none. */
export function latinForms(word: string): string[] {
  const long = shortForms[word]
  if (long !== undefined) return [word, long]
  if (bengali.test(word)) return [bengaliToLatin(word)]
  return cyrillic.test(word) ? [...new Set([toLatin(word), ukrainianToLatin(word)])] : [toLatin(word)]
}

/** A name in a script without spaces, as surname and first name: 王 and 小明. */
export function partsOfRun(run: string): string[] {
  const [first = '', ...rest] = [...run]
  return rest.length === 0 ? [run] : [first, rest.join('')]
}

/** Longer runs are hardly names. */
const maxSyllables = 8

/**
 * The words of a Chinese name in Latin letters: all of it, and surname and first name alone. The surname is the first
 * character, or the first two of four.
 */
export function pinyinWords(run: string): string[] {
  const syllables = pinyin([...run].slice(0, maxSyllables).join(''), {
    toneType: 'none',
    type: 'array',
    surname: 'head',
  })
  const split = syllables.length === 4 ? 2 : 1
  const parts = syllables.length < 2 ? [syllables] : [syllables, syllables.slice(0, split), syllables.slice(split)]
  // Passports write ü as YU, other papers as U.
  return [...new Set(parts.map((part) => part.join('')).flatMap((word) => [fold(word), word.replace(/ü/g, 'yu')]))]
}
