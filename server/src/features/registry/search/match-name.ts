import type { MatchReason } from '@portal/contract'
import { isUnspaced } from '#platform/protection/fold.ts'
import { joinsOf, nameWordsOf, searchedWords } from '#platform/protection/name-terms.ts'
import { isHan, isLatin, latinForms, partsOfRun, pinyinWords } from '#platform/protection/names/latin-forms.ts'
import { skeletonsOf } from '#platform/protection/names/skeleton.ts'
import { phoneticKeys } from '#platform/protection/phonetic.ts'
import { isOneLetterApart, similarityOf } from './letters.ts'

/** How well a name matches a query: 1 is the same. */
export interface NameMatch {
  readonly score: number
  /** Why each word of the query matches, without repetitions. */
  readonly reasons: readonly MatchReason[]
}

/** A word, or neighbouring words joined, with its place in the text. */
interface Word {
  readonly start: number
  readonly end: number
  readonly text: string
  readonly isLatin: boolean
  /** In Latin letters. */
  readonly forms: readonly string[]
  readonly sounds: readonly string[]
  readonly skeletons: readonly string[]
}

interface WordMatch {
  readonly score: number
  readonly reason: MatchReason
}

function wordAt({ start, end, word }: { start: number; end: number; word: string }): Word {
  const forms = isHan(word) ? pinyinWords(word) : latinForms(word)
  return {
    ...{ start, end, text: word, isLatin: isLatin(word), forms },
    sounds: forms.flatMap(phoneticKeys),
    skeletons: forms.flatMap(skeletonsOf),
  }
}

const partsOf = (word: string) => (isUnspaced(word) ? partsOfRun(word) : [word])

const wordsIn = (words: readonly string[]) => [
  ...words.map((word, index) => wordAt({ start: index, end: index + 1, word })),
  ...joinsOf(words).map(wordAt),
]

const shares = (some: readonly string[], others: readonly string[]) => some.some((one) => others.includes(one))
const best = (one: Word, other: Word) =>
  Math.max(...one.forms.flatMap((form) => other.forms.map((another) => similarityOf(form, another))))

const withoutArticle = (text: string) => text.replace(/^(?:ال|[ae]l(?=[^aeiou].{2}))/, '')

const minStart = 3
const minOneLetter = 4
const minConsonants = 3

/** Words of two scripts: the same letters, or the same sound as far as one can tell. */
function acrossScripts(asked: Word, known: Word): WordMatch | undefined {
  const reason = 'transliteration'
  if (shares(asked.forms, known.forms)) return { score: 0.97, reason }
  const similarity = best(asked, known)
  if (shares(asked.sounds, known.sounds)) return { score: 0.85 + 0.1 * similarity, reason }
  if (shares(asked.skeletons, known.skeletons)) return { score: 0.8 + 0.1 * similarity, reason }
  const isNear = asked.forms.some((form) => known.forms.some((other) => isNearlySame(form, other)))
  return isNear ? { score: 0.75, reason } : undefined
}

const isNearlySame = (one: string, other: string) =>
  Math.max(one.length, other.length) >= minOneLetter && isOneLetterApart(one, other)

function inOneScript(asked: Word, known: Word): WordMatch | undefined {
  if (asked.text === known.text) return { score: 1, reason: 'exact' }
  if (withoutArticle(asked.text) === withoutArticle(known.text)) return { score: 0.97, reason: 'exact' }
  if (asked.text.length >= minStart && known.text.startsWith(asked.text))
    return { score: 0.78 + (0.1 * asked.text.length) / known.text.length, reason: 'start' }
  if (isNearlySame(asked.text, known.text)) return { score: asked.text.length > 4 ? 0.8 : 0.72, reason: 'oneLetter' }
  const similarity = best(asked, known)
  if (shares(asked.sounds, known.sounds)) return { score: 0.55 + 0.25 * similarity, reason: 'sound' }
  const consonants = asked.skeletons.filter(({ length }) => length >= minConsonants)
  return similarity >= 0.5 && shares(consonants, known.skeletons)
    ? { score: 0.45 + 0.25 * similarity, reason: 'sound' }
    : undefined
}

const matchWords = (asked: Word, known: Word) =>
  asked.isLatin === known.isLatin ? inOneScript(asked, known) : acrossScripts(asked, known)

const hasPair = (some: readonly string[], others: readonly string[], isPair: (one: string, other: string) => boolean) =>
  some.some((one) => others.some((other) => isPair(one, other)))

/** Words that are less like each other: enough where another word, or a value such as the birth date, tells who is meant. */
function matchLoosely(asked: Word, known: Word): WordMatch | undefined {
  const similarity = best(asked, known)
  if (shares(asked.skeletons, known.skeletons) || similarity >= 0.6)
    return { score: 0.4 + 0.2 * similarity, reason: 'similar' }
  const isSimilar =
    hasPair(asked.skeletons, known.skeletons, (one, other) => other.startsWith(one)) ||
    (similarity >= 0.3 && hasPair(asked.skeletons, known.skeletons, isOneLetterApart))
  return isSimilar ? { score: 0.35 + 0.2 * similarity, reason: 'similar' } : undefined
}

const penaltyOfWord = 0.015
const maxPenalty = 0.06

const isFree = (taken: ReadonlySet<number>, { start, end }: Word) =>
  Array.from({ length: end - start }, (_, index) => start + index).every((place) => !taken.has(place))
const take = (taken: Set<number>, { start, end }: Word) => {
  for (let place = start; place < end; place++) taken.add(place)
}

interface Pair extends WordMatch {
  readonly asked: Word
  readonly known: Word
}

/**
 * Returns a function that compares names with a query. Each word of the query must match another word of the name; words of
 * the name that the query lacks count a little against it. It remembers words, since candidates share them. `isLoose` also
 * accepts words that are less similar.
 */
export function createNameMatch(query: string, isLoose = false) {
  const words = searchedWords(query).flatMap(({ word }) => partsOf(word))
  const asked = wordsIn(words)
  const known = new Map<string, Word>()
  const pairs = new Map<string, readonly Omit<Pair, 'known'>[]>()

  function pairsOf(word: Word): Pair[] {
    const found =
      pairs.get(word.text) ??
      asked.flatMap((one) => {
        const match = matchWords(one, word) ?? (isLoose ? matchLoosely(one, word) : undefined)
        return match ? [{ ...match, asked: one }] : []
      })
    pairs.set(word.text, found)
    return found.map((pair) => ({ ...pair, known: word }))
  }

  const knownWord = (place: { start: number; end: number; word: string }): Word => {
    const word = known.get(place.word) ?? wordAt(place)
    known.set(place.word, word)
    return { ...word, start: place.start, end: place.end }
  }

  /** The match of a name, given by its fields; undefined where a word of the query does not match. */
  return (names: readonly string[]): NameMatch | undefined => {
    const ofName = names.flatMap((name) => nameWordsOf(name).flatMap(partsOf))
    const places = [...ofName.map((word, index) => ({ start: index, end: index + 1, word })), ...joinsOf(ofName)]
    const all = places.map(knownWord).flatMap(pairsOf)
    const [takenOfQuery, takenOfName] = [new Set<number>(), new Set<number>()]
    const reasons = new Set<MatchReason>()
    let sum = 0
    for (const pair of all.sort((one, other) => other.score - one.score)) {
      if (!isFree(takenOfQuery, pair.asked) || !isFree(takenOfName, pair.known)) continue
      take(takenOfQuery, pair.asked)
      take(takenOfName, pair.known)
      sum += pair.score * (pair.asked.end - pair.asked.start)
      reasons.add(pair.reason)
    }
    if (words.length === 0 || takenOfQuery.size < words.length) return undefined
    const penalty = Math.min(penaltyOfWord * (ofName.length - takenOfName.size), maxPenalty)
    return { score: sum / words.length - penalty, reasons: [...reasons] }
  }
}
