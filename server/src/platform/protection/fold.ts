/** Replacements for letters that Unicode does not decompose, or that have several spellings. */
// biome-ignore format: a table
const plainLetters: Record<string, string> = {
  ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', þ: 'th', ł: 'l', ħ: 'h', ı: 'i', ŋ: 'n', ŧ: 't', ə: 'a', ς: 'σ',
  ٱ: 'ا', ى: 'ي', ی: 'ي', ے: 'ي', ة: 'ه', ہ: 'ه', ۃ: 'ه', ھ: 'ه', ە: 'ه', ک: 'ك', ں: 'ن', ء: '', ـ: '',
}
const specialLetter = new RegExp(`[${Object.keys(plainLetters).join('')}]`, 'g')

/** Optional accents and vowel signs; those of Indic and Thai scripts and of kana are part of the spelling and remain. */
const optionalMark =
  /(?![\u3099\u309a])(?=\p{Mn})[\p{Script=Inherited}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Cyrillic}]/gu
/** Characters like ʼ and ʿ, which Unicode classifies as letters. */
const letterLikeApostrophe = /[\u02b9-\u02df]/g
const arabicDigit = /[٠-٩۰-۹]/g

const asciiDigit = (digit: string) => String(digit.charCodeAt(0) & 0xf)

/** Returns the text with its accents, in lower case and normal width, without invisible characters. */
export const inSmallLetters = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\p{Cf}/gu, '')
    .replace(letterLikeApostrophe, "'")

/** Returns a common spelling: ignores case, accents, widths, Arabic letter forms and digits. */
export const fold = (text: string) =>
  inSmallLetters(text)
    .normalize('NFKD')
    .replace(optionalMark, '')
    .replace(specialLetter, (letter) => plainLetters[letter] ?? letter)
    .replace(arabicDigit, asciiDigit)
    .normalize('NFC')

/** Scripts without spaces between words, or with attached particles, as Korean. */
const unspaced = ['Han', 'Hiragana', 'Katakana', 'Hangul', 'Thai', 'Lao', 'Khmer', 'Myanmar']
  .map((script) => `\\p{Script=${script}}`)
  .join('')
const wordPattern = new RegExp(`[${unspaced}ー]+|(?:(?![${unspaced}ー])[\\p{L}\\p{M}\\p{N}])+`, 'gu')
const unspacedStart = new RegExp(`^[${unspaced}ー]`, 'u')

/** Splits text into words of letters and digits; a run of a script without spaces is one word. */
export const splitWords = (text: string): string[] => text.match(wordPattern) ?? []

export const isUnspaced = (word: string) => unspacedStart.test(word)

const neighbours = (letters: readonly string[]) => letters.slice(1).map((letter, index) => `${letters[index]}${letter}`)

/** Index terms of a run without spaces: each character and each pair of neighbours, so that any part of it is found. */
export function indexUnspaced(run: string) {
  const letters = [...run]
  return [...letters, ...neighbours(letters)].map((part) => `u:${part}`)
}

/** Query terms for a run without spaces, in groups. */
export function findUnspaced(run: string) {
  const letters = [...run]
  return (letters.length > 1 ? neighbours(letters) : letters).map((part) => [`u:${part}`])
}
