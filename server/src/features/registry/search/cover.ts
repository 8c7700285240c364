import type { MatchReason } from '@portal/contract'

/** Neighbouring words of a text: from one, up to another that is not among them. */
export interface Place {
  readonly start: number
  readonly end: number
}

/** Words of a query that match words of a name. */
export interface Pair {
  readonly query: Place
  readonly name: Place
  readonly score: number
  readonly reason: MatchReason
}

/** Names have few words; those after them are compared with nothing. */
const maxWordsOfName = 30
/** A search of so many ways to cover a query ends without one: no name needs as many. */
const maxSteps = 2000

const maskOf = ({ start, end }: Place) => ((1 << (end - start)) - 1) << start

/** The number of words of a pair that the query needs: the weight of its score. */
const neededIn = ({ start, end }: Place, isNeeded: readonly boolean[]) =>
  isNeeded.slice(start, end).filter(Boolean).length

/** The score of a cover: the mean of its words. */
export const scoreOf = (cover: readonly Pair[], isNeeded: readonly boolean[]): number =>
  sumOf(cover, isNeeded) / isNeeded.filter(Boolean).length

const sumOf = (cover: readonly Pair[], isNeeded: readonly boolean[]) =>
  cover.reduce((sum, { query, score }) => sum + score * neededIn(query, isNeeded), 0)

/**
 * The pairs with the highest score that cover each word that a query needs, and use each word of the name once; undefined where
 * there are none. A word that is not needed, such as an article, may stay alone.
 */
export function bestCover(isNeeded: readonly boolean[], pairs: readonly Pair[]): readonly Pair[] | undefined {
  const usable = pairs.filter(({ name }) => name.end <= maxWordsOfName)
  const known = new Map<string, readonly Pair[] | undefined>()
  let steps = 0

  function search(at: number, taken: number): readonly Pair[] | undefined {
    if (at === isNeeded.length) return []
    const key = `${at} ${taken}`
    if (known.has(key)) return known.get(key)
    if (steps++ > maxSteps) return undefined
    const covers = usable.flatMap((pair) => {
      const mask = maskOf(pair.name)
      const rest = pair.query.start === at && (taken & mask) === 0 ? search(pair.query.end, taken | mask) : undefined
      return rest ? [[pair, ...rest]] : []
    })
    const without = isNeeded[at] ? undefined : search(at + 1, taken)
    const best = highest(without ? [...covers, without] : covers)
    known.set(key, best)
    return best
  }

  const highest = (covers: readonly (readonly Pair[])[]) =>
    covers.reduce<readonly Pair[] | undefined>(
      (best, cover) => (!best || sumOf(cover, isNeeded) > sumOf(best, isNeeded) ? cover : best),
      undefined,
    )
  return search(0, 0)
}
