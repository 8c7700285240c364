import type { MatchReason } from '@portal/contract'
import { isUnspaced } from '#platform/protection/fold.ts'
import { joinsOf, nameWordsOf, searchedWords } from '#platform/protection/name-terms.ts'
import { isHan, isLatin, latinForms, partsOfRun, pinyinWords } from '#platform/protection/names/latin-forms.ts'
import { skeletonsOf } from '#platform/protection/names/skeleton.ts'
import { syllableSound } from '#platform/protection/names/syllables.ts'
import { phoneticKeys } from '#platform/protection/phonetic.ts'
import { bestCover, type Pair, type Place, scoreOf } from './cover.ts'
import { isOneLetterApart, similarityOf } from './letters.ts'

/** How well a name matches a query: 1 is the same. */
export interface NameMatch {
  readonly score: number
  /** Why each word of the query matches, without repetitions. */
  readonly reasons: readonly MatchReason[]
}

/** A word, or neighbouring words joined, with its place in the text. */
interface Word extends Place {
  readonly text: string
  readonly isLatin: boolean
  /** In Latin letters. */
  readonly forms: readonly string[]
  readonly sounds: readonly string[]
  readonly skeletons: readonly string[]
  readonly syllables: readonly string[]
}

interface WordMatch {
  readonly score: number
  readonly reason: MatchReason
}

function wordAt({ start, end, word }: { start: number; end: number; word: string }): Word {
  const forms = isHan(word) ? pinyinWords(word) : latinForms(word)
  return {
    start,
    end,
    text: word,
    isLatin: isLatin(word),
    forms,
    sounds: forms.flatMap(phoneticKeys),
    skeletons: forms.flatMap(skeletonsOf),
    syllables: forms.flatMap((form) => syllableSound(form) ?? []),
  }
}

const partsOf = (word: string) => (isUnspaced(word) ? partsOfRun(word) : [word])

const wordsIn = (words: readonly string[]) => [
  ...words.map((word, index) => wordAt({ start: index, end: index + 1, word })),
  ...joinsOf(words).map(wordAt),
]

const shares = (some: readonly string[], others: readonly string[]) => some.some((one) => others.includes(one))
const hasPair = (some: readonly string[], others: readonly string[], isPair: (one: string, other: string) => boolean) =>
  some.some((one) => others.some((other) => isPair(one, other)))
/** The largest share of letters in common. */
const best = (one: Word, other: Word) =>
  Math.max(...one.forms.flatMap((form) => other.forms.map((another) => similarityOf(form, another))))

const withoutArticle = (text: string) => text.replace(/^(?:ال|[ae]l(?=[^aeiou].{2}))/, '')

/** What a match is worth: at least `base`, and up to `more` for the share of letters in common. */
// biome-ignore format: a table
const worth = {
  same:            { base: 1,    more: 0 },
  sameButArticle:  { base: 0.97, more: 0 },
  sameLetters:     { base: 0.97, more: 0 },
  otherSound:      { base: 0.85, more: 0.1 },
  otherConsonants: { base: 0.8,  more: 0.1 },
  otherOneLetter:  { base: 0.75, more: 0 },
  otherSpelling:   { base: 0.5,  more: 0.2 },
  start:           { base: 0.78, more: 0.1 },
  oneLetter:       { base: 0.8,  more: 0 },
  oneLetterOfFour: { base: 0.72, more: 0 },
  sound:           { base: 0.55, more: 0.25 },
  consonants:      { base: 0.45, more: 0.25 },
  similar:         { base: 0.4,  more: 0.2 },
  lessSimilar:     { base: 0.35, more: 0.2 },
} as const

const match = (kind: keyof typeof worth, reason: MatchReason, share = 1): WordMatch => ({
  score: worth[kind].base + worth[kind].more * share,
  reason,
})

const minStart = 3
const minOneLetter = 4
const minConsonants = 3

/** Bengali and Cyrillic names have many spellings: Miah and Miya. */
const isHalfTheSame = (one: string, other: string) =>
  Math.min(one.length, other.length) >= minOneLetter && similarityOf(one, other) >= 0.5

/** Words of two scripts: the same letters, or the same sound as far as one can tell. */
function acrossScripts(queryWord: Word, nameWord: Word): WordMatch | undefined {
  const reason = 'transliteration'
  if (shares(queryWord.forms, nameWord.forms)) return match('sameLetters', reason)
  const similarity = best(queryWord, nameWord)
  if (shares(queryWord.sounds, nameWord.sounds) || shares(queryWord.syllables, nameWord.syllables))
    return match('otherSound', reason, similarity)
  if (shares(queryWord.skeletons, nameWord.skeletons)) return match('otherConsonants', reason, similarity)
  if (hasPair(queryWord.forms, nameWord.forms, isNearlySame)) return match('otherOneLetter', reason)
  return hasPair(queryWord.forms, nameWord.forms, isHalfTheSame)
    ? match('otherSpelling', reason, similarity)
    : undefined
}

const isNearlySame = (one: string, other: string) =>
  Math.max(one.length, other.length) >= minOneLetter && isOneLetterApart(one, other)

function inOneScript(queryWord: Word, nameWord: Word): WordMatch | undefined {
  const [typed, written] = [queryWord.text, nameWord.text]
  if (typed === written) return match('same', 'exact')
  if (withoutArticle(typed) === withoutArticle(written)) return match('sameButArticle', 'exact')
  if (typed.length >= minStart && written.startsWith(typed))
    return match('start', 'start', typed.length / written.length)
  if (isNearlySame(typed, written)) return match(typed.length > 4 ? 'oneLetter' : 'oneLetterOfFour', 'oneLetter')
  const similarity = best(queryWord, nameWord)
  if (shares(queryWord.sounds, nameWord.sounds) || shares(queryWord.syllables, nameWord.syllables))
    return match('sound', 'sound', similarity)
  const consonants = queryWord.skeletons.filter(({ length }) => length >= minConsonants)
  return similarity >= 0.5 && shares(consonants, nameWord.skeletons)
    ? match('consonants', 'sound', similarity)
    : undefined
}

const matchWords = (queryWord: Word, nameWord: Word) =>
  queryWord.isLatin === nameWord.isLatin ? inOneScript(queryWord, nameWord) : acrossScripts(queryWord, nameWord)

/** Words that are less like each other: enough where another word, or a value such as the birth date, tells who is meant. */
function matchLoosely(queryWord: Word, nameWord: Word): WordMatch | undefined {
  const similarity = best(queryWord, nameWord)
  if (shares(queryWord.skeletons, nameWord.skeletons) || similarity >= 0.6)
    return match('similar', 'similar', similarity)
  const isSimilar =
    hasPair(queryWord.skeletons, nameWord.skeletons, (one, other) => other.startsWith(one)) ||
    (similarity >= 0.3 && hasPair(queryWord.skeletons, nameWord.skeletons, isOneLetterApart))
  return isSimilar ? match('lessSimilar', 'similar', similarity) : undefined
}

const penaltyOfWord = 0.015
const maxPenalty = 0.06

/**
 * Returns a function that compares names with a query. Each word of the query must match another word of the name, however
 * either of them cuts its words; words of the name that the query lacks count a little against it. It remembers words, since
 * candidates share them. `isLoose` also accepts words that are less similar.
 */
export function createNameMatch(query: string, isLoose = false) {
  const words = nameWordsOf(query).flatMap(partsOf)
  const searched = new Set(searchedWords(query).flatMap(({ word }) => partsOf(word)))
  const queryWords = wordsIn(words)
  const wordCache = new Map<string, Word>()
  const pairCache = new Map<string, readonly Omit<Pair, 'name'>[]>()

  function pairsOf(word: Word): Pair[] {
    const pairs =
      pairCache.get(word.text) ??
      queryWords.flatMap((one) => {
        const found = matchWords(one, word) ?? (isLoose ? matchLoosely(one, word) : undefined)
        return found ? [{ ...found, query: one }] : []
      })
    pairCache.set(word.text, pairs)
    return pairs.map((pair) => ({ ...pair, name: word }))
  }

  const cachedWord = (place: Place & { word: string }): Word => {
    const word = wordCache.get(place.word) ?? wordAt(place)
    wordCache.set(place.word, word)
    return { ...word, start: place.start, end: place.end }
  }

  const isNeeded = words.map((word) => searched.has(word))

  /** The match of a name, given by its fields; undefined where a word of the query does not match. */
  return (names: readonly string[]): NameMatch | undefined => {
    const ofName = names.flatMap((name) => nameWordsOf(name).flatMap(partsOf))
    const places = [...ofName.map((word, index) => ({ start: index, end: index + 1, word })), ...joinsOf(ofName)]
    const cover = searched.size === 0 ? undefined : bestCover(isNeeded, places.map(cachedWord).flatMap(pairsOf))
    if (!cover) return undefined
    const covered = cover.reduce((sum, { name }) => sum + name.end - name.start, 0)
    const penalty = Math.min(penaltyOfWord * (ofName.length - covered), maxPenalty)
    return { score: scoreOf(cover, isNeeded) - penalty, reasons: [...new Set(cover.map(({ reason }) => reason))] }
  }
}
