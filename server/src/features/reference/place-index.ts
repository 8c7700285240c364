import { fold, splitWords } from '#platform/protection/fold.ts'

/** A region, province or municipality of Italy; what is smaller than it is null. */
export interface Place {
  readonly name: string
  /** Of the province. */
  readonly abbreviation: string | null
  readonly region: string
  readonly regionId: number
  readonly provinceId: number | null
  readonly cityId: number | null
  readonly isRetired: boolean
}

interface IndexedPlace {
  readonly place: Place
  /** Its folded words, each after a space. */
  readonly words: string
  /** Its place among those that match a text equally well: towns that a province is named after, regions, provinces, other towns. */
  readonly weight: number
}
export type PlaceIndex = readonly IndexedPlace[]

const wordsOf = (text: string) => ` ${splitWords(fold(text)).join(' ')}`

/** Makes places searchable, in the order in which equal matches are listed. */
export function indexPlaces(places: readonly Place[]): PlaceIndex {
  const provinceNames = new Set(places.filter(isProvince).map(({ name }) => name))
  const weightOf = (place: Place) => {
    if (place.cityId !== null) return provinceNames.has(place.name) ? 0 : 3
    return isProvince(place) ? 2 : 1
  }
  return places
    .map((place) => ({ place, words: wordsOf(place.name), weight: weightOf(place) }))
    .sort((a, b) => a.weight - b.weight || a.place.name.localeCompare(b.place.name, 'it'))
}

const isProvince = ({ provinceId, cityId }: Place) => provinceId !== null && cityId === null

/** How well a place matches: 0 by its whole name, 1 by its beginning, 2 by the beginning of a word; undefined not at all. */
function rankOf({ words }: IndexedPlace, wanted: string): number | undefined {
  if (words === wanted) return 0
  if (words.startsWith(wanted)) return 1
  return words.includes(wanted) ? 2 : undefined
}

interface PlaceQuery {
  readonly text: string
  /** Includes places that ended: people may be born there. */
  readonly withRetired: boolean
  readonly max: number
}

/** The places that a text means, the likeliest first; accents, case and signs do not matter. */
export function matchPlaces(index: PlaceIndex, { text, withRetired, max }: PlaceQuery): Place[] {
  const wanted = wordsOf(text)
  if (wanted === ' ') return []
  const byRank: [Place[], Place[], Place[]] = [[], [], []]
  for (const entry of index) {
    const rank = entry.place.isRetired && !withRetired ? undefined : rankOf(entry, wanted)
    if (rank !== undefined) byRank[rank]?.push(entry.place)
  }
  return byRank.flat().slice(0, max)
}
