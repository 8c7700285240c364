import { stemmer as arabic } from '@orama/stemmers/arabic'
import { stemmer as english } from '@orama/stemmers/english'
import { stemmer as french } from '@orama/stemmers/french'
import { stemmer as italian } from '@orama/stemmers/italian'
import { stemmer as spanish } from '@orama/stemmers/spanish'
import { ara } from 'stopword/src/stopwords_ara.js'
import { eng } from 'stopword/src/stopwords_eng.js'
import { fra } from 'stopword/src/stopwords_fra.js'
import { ita } from 'stopword/src/stopwords_ita.js'
import { spa } from 'stopword/src/stopwords_spa.js'
import { fold, inSmallLetters, splitWords } from './fold.ts'

/** Search rules of a language. */
export interface Language {
  /** In lower case, with their accents. */
  readonly stopWords: ReadonlySet<string>
  /** The stems of a word, which its forms have in common. */
  readonly stems: (word: string) => string[]
}

/** Words such as father, brother and visit, which the package lists as stop words although they carry meaning. */
const meaningfulWords = new Set(['أب', 'أخ', 'زيارة', 'عين', 'قوة', 'كرب', 'لقاء'])

/** Our own list, because that of the package is damaged for Urdu: it has ض where the language has س. */
const urd = [
  'اب اپنا اپنی اپنے آپ اس اسے اگر ان انہوں انہیں اور ایک بھی پر پھر تا تک تم تو تھا تھی تھیں تھے جب جس جن جو چکا چکی',
  'چکے سے کا کب کر کرتا کرتی کرتے کرنا کرنے کوئی کون کو کہ کی کیا کے گئی گئے گا گی گیا گے لئے لیکن لیے مجھ مجھے مگر',
  'میرا میری میرے میں نہ نہیں نے وہ وہاں ہم ہمارا ہماری ہمارے ہمیں ہو ہوا ہوتا ہوتی ہوتے ہوں ہوئی ہوئے ہی ہیں ہے یا یہ یہاں',
]

const setOf = (words: readonly string[]) => new Set(words.flatMap((word) => splitWords(inSmallLetters(word))))

/** The stemmer takes nouns in -ere and -are for verbs: `genere` would not match `generi`. */
const italianStems = (word: string) => [italian(word), word.replace(/(?<=[aei]r)[aeio]$/, '')]
/** The stemmer recognises this ending only with its accent, which many writers omit. */
const spanishStems = (word: string) => [spanish(word.replace(/(?<=[cs])ion$/, 'ión'))]
/** The stemmer does not remove an `and` before the article. */
const arabicStems = (word: string) => [word, ...(/^وال../.test(word) ? [word.slice(1)] : [])].map(arabic)

/** The languages of the portal, by code. */
export const languages: ReadonlyMap<string, Language> = new Map<string, Language>([
  ['it', { stopWords: setOf(ita), stems: italianStems }],
  ['en', { stopWords: setOf(eng), stems: (word) => [english(word)] }],
  ['fr', { stopWords: setOf(fra), stems: (word) => [french(word)] }],
  ['es', { stopWords: setOf(spa), stems: spanishStems }],
  ['ar', { stopWords: setOf(ara.filter((word) => !meaningfulWords.has(word))), stems: arabicStems }],
  ['ur', { stopWords: setOf(urd), stems: () => [] }],
])

/** Stop words of all languages, folded. */
export const allStopWords: ReadonlySet<string> = new Set(
  [...languages.values()].flatMap(({ stopWords }) => [...stopWords].map(fold)),
)
