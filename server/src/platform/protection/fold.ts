/** Letters that Unicode does not decompose, or that writers of one word choose between. */
// biome-ignore format: a table
const plainLetters: Record<string, string> = {
  ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', þ: 'th', ł: 'l', ħ: 'h', ı: 'i', ŋ: 'n', ŧ: 't', ə: 'a', ς: 'σ',
  ٱ: 'ا', ى: 'ي', ی: 'ي', ے: 'ي', ة: 'ه', ہ: 'ه', ۃ: 'ه', ھ: 'ه', ە: 'ه', ک: 'ك', ں: 'ن', ء: '', ـ: '',
}
const specialLetter = new RegExp(`[${Object.keys(plainLetters).join('')}]`, 'g')

/** Accents and vowel signs that writers leave out; those of Indic and Thai scripts and of kana are part of the spelling. */
const optionalMark =
  /(?![\u3099\u309a])(?=\p{Mn})[\p{Script=Inherited}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Cyrillic}]/gu
/** Signs like ʼ and ʿ, which Unicode calls letters. */
const letterLikeApostrophe = /[\u02b9-\u02df]/g
const arabicDigit = /[٠-٩۰-۹]/g

const asciiDigit = (digit: string) => String(digit.charCodeAt(0) & 0xf)

/** The text with its accents, in small letters of usual width, without invisible signs. */
export const inSmallLetters = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\p{Cf}/gu, '')
    .replace(letterLikeApostrophe, "'")

/** One spelling for what readers take for the same: case, accents, widths, Arabic letter forms and digits. */
export const fold = (text: string) =>
  inSmallLetters(text)
    .normalize('NFKD')
    .replace(optionalMark, '')
    .replace(specialLetter, (letter) => plainLetters[letter] ?? letter)
    .replace(arabicDigit, asciiDigit)
    .normalize('NFC')

/** Scripts that put no spaces between words, or hang particles on them, as Korean does. */
const unspaced = ['Han', 'Hiragana', 'Katakana', 'Hangul', 'Thai', 'Lao', 'Khmer', 'Myanmar']
  .map((script) => `\\p{Script=${script}}`)
  .join('')
const wordPattern = new RegExp(`[${unspaced}ー]+|(?:(?![${unspaced}ー])[\\p{L}\\p{M}\\p{N}])+`, 'gu')
const unspacedStart = new RegExp(`^[${unspaced}ー]`, 'u')

/** Words of letters and digits; a run of a script without spaces counts as one word. */
export const splitWords = (text: string): string[] => text.match(wordPattern) ?? []

export const isUnspaced = (word: string) => unspacedStart.test(word)

const neighbours = (letters: readonly string[]) => letters.slice(1).map((letter, index) => `${letters[index]}${letter}`)

/** Terms of a run without spaces: each character and every two neighbours, so that any part of it is found. */
export function indexUnspaced(run: string) {
  const letters = [...run]
  return [...letters, ...neighbours(letters)].map((part) => `u:${part}`)
}

/** Groups of terms that find a run without spaces. */
export function findUnspaced(run: string) {
  const letters = [...run]
  return (letters.length > 1 ? neighbours(letters) : letters).map((part) => [`u:${part}`])
}
