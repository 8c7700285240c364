import type { CaseIndicator, RegisterIndicator, StatisticsSubject } from '@portal/contract'

type SectionName = 'progress' | 'reasons' | 'places' | 'people' | 'work'
type Sections<I extends string> = readonly (readonly [section: SectionName, indicators: readonly I[]])[]

const ofCases: Sections<CaseIndicator> = [
  ['progress', ['months', 'statuses', 'outcomes']],
  ['reasons', ['grounds', 'subGrounds', 'modes', 'relevances']],
  ['places', ['fields', 'contexts', 'regions', 'provinces', 'places', 'virtualPlaces']],
  ['people', ['reporters', 'channels', 'ageBands', 'citizenships']],
  ['work', ['operators', 'takeDays', 'closeDays']],
]
const ofRegister: Sections<RegisterIndicator> = [
  ['progress', ['months', 'statuses', 'decideDays']],
  ['places', ['regions', 'grounds']],
]

/** The sections of each page of statistics with their indicators; `statistics-sections.test.ts` checks that none is missing. */
export const statisticsSections: Readonly<Record<StatisticsSubject, Sections<string>>> = {
  cases: ofCases,
  register: ofRegister,
}
