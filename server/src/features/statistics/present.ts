import {
  assessmentStages,
  associationStatusIds,
  caseStatusIds,
  followUps,
  type Indicator,
  informedStates,
  type ReferenceItem,
  type ReferenceList,
  type StatisticsEntry,
  type StatisticsSubject,
  statisticsSubjects,
} from '@portal/contract'
import office from '@portal/contract/texts/office/it.json' with { type: 'json' }
import { textsIn } from '#platform/texts.ts'
import {
  averagesOf,
  type Band,
  bandsOf,
  type Counts,
  countByBand,
  type EntryWords,
  entriesOf,
  monthsOf,
  mostFrequentFirst,
} from './entries.rules.ts'
import type { Tally } from './tally.rules.ts'

/** The words that are in the database. */
interface Words {
  readonly lists: Partial<Record<ReferenceList, readonly ReferenceItem[]>>
  /** Names of operators by id. */
  readonly operators: ReadonlyMap<number, string>
}

interface Counted {
  readonly counts: Counts
  readonly total: number
}
type Present = (counted: Counted, words: Words) => StatisticsEntry[]

const { gone } = office.caseSheet
const { first: virtual, second: real } = office.caseEithers.isVirtual

/** Statuses in the order of their ids, also those that no record has. */
const byStatus =
  (ids: Readonly<Record<string, number>>, labels: Readonly<Record<string, string>>): Present =>
  (counted) => {
    const statusWords = new Map(Object.entries(ids).map(([status, id]) => [String(id), labels[status] ?? status]))
    return entriesOf([...statusWords.keys()], counted, (key) => ({ label: statusWords.get(key) ?? key }))
  }

const monthName = new Intl.DateTimeFormat('it', { month: 'long', year: 'numeric', timeZone: 'UTC' })
const byMonth: Present = (counted) =>
  entriesOf(monthsOf(counted.counts), counted, (key) => ({ label: monthName.format(new Date(`${key}-01`)) }))

const byPlace: Present = (counted) => entriesOf(['1', '0'], counted, (key) => ({ label: key === '1' ? virtual : real }))

const byAccommodation: Present = (counted) =>
  entriesOf(['1', '0'], counted, (key) => ({ label: office.statistics.accommodation[key as '0' | '1'] }))

const byOperator: Present = (counted, { operators }) =>
  mostFrequentFirst(
    entriesOf(Object.keys(counted.counts), counted, (key) => ({ label: operators.get(Number(key)) ?? gone })),
  )

/** The words of a closed list in its order, also those that no record has. */
const byWords =
  (keys: Readonly<Record<string, string>>, labels: Readonly<Record<string, string>>): Present =>
  (counted) => {
    const labelOf = new Map(Object.entries(keys).map(([word, key]) => [key, labels[word] ?? word]))
    return entriesOf([...labelOf.keys()], counted, (key) => ({ label: labelOf.get(key) ?? key }))
  }

/** The entries of a reference list that records have; retired entries keep their words. */
const byList =
  (list: ReferenceList): Present =>
  (counted, { lists }) => {
    const items = new Map((lists[list] ?? []).map((item) => [String(item.id), item]))
    const wordsOf = (key: string): EntryWords => {
      const { label = gone, parentId } = items.get(key) ?? {}
      return { label, parent: parentId === undefined ? undefined : String(parentId) }
    }
    return mostFrequentFirst(entriesOf(Object.keys(counted.counts), counted, wordsOf))
  }

const texts = textsIn('it')
const bandLabel = ({ from, to }: Band) => {
  if (to === undefined) return texts('statistics.days.open', { from })
  return to === 0 ? texts('statistics.days.sameDay') : texts('statistics.days.range', { from, to })
}
const byDays =
  (starts: readonly number[]): Present =>
  ({ counts, total }) => {
    const bands = bandsOf(starts)
    const labels = new Map(bands.map((band) => [band.key, bandLabel(band)]))
    const keys = [...labels.keys()]
    return entriesOf(keys, { counts: countByBand(bands, counts), total }, (key) => ({ label: labels.get(key) ?? key }))
  }

/** How the indicators are shown that have neither a list nor bands. */
const special: Readonly<Record<StatisticsSubject, Readonly<Record<string, Present>>>> = {
  cases: {
    statuses: byStatus(caseStatusIds, office.caseStatuses),
    months: byMonth,
    places: byPlace,
    operators: byOperator,
    accommodations: byAccommodation,
    informed: byWords(informedStates, office.statistics.informedStates),
    assessments: byWords(assessmentStages, office.statistics.assessmentStages),
    followUps: byWords(followUps, { ...office.assessment.answers, ...office.statistics.followUps }),
  },
  register: { statuses: byStatus(associationStatusIds, office.registerStatuses), months: byMonth },
}

function presentationOf(subject: StatisticsSubject, key: string, { list, bands }: Indicator): Present {
  if (bands) return byDays(bands)
  const present = list ? byList(list) : special[subject][key]
  if (!present) throw new Error(`The indicator ${key} of ${subject} has no presentation.`)
  return present
}

const indicatorsOf = (subject: StatisticsSubject) => Object.entries<Indicator>(statisticsSubjects[subject].indicators)

/** The reference lists that the indicators of a subject need. */
export const listsOf = (subject: StatisticsSubject): ReferenceList[] => [
  ...new Set(indicatorsOf(subject).flatMap(([, { list }]) => list ?? [])),
]

/** The operators that a tally names. */
export const operatorsIn = ({ counts }: Tally): number[] => Object.keys(counts.operators ?? {}).map(Number)

/** A tally in words: every indicator of the subject, with its entries in the order of display. */
export const presentTally = (subject: StatisticsSubject, tally: Tally, words: Words) => ({
  total: tally.total,
  indicators: indicatorsOf(subject).map(([indicator, declaration]) => {
    const counts = tally.counts[indicator] ?? {}
    return {
      indicator,
      entries: presentationOf(subject, indicator, declaration)({ counts, total: tally.total }, words),
      missing: tally.missing[indicator] ?? 0,
      ...(declaration.bands && averagesOf(counts)),
    }
  }),
})
