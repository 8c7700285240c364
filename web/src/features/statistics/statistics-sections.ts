import { type CaseIndicator, dutyIndicators, type RegisterIndicator, type StatisticsSubject } from '@portal/contract'

export type SectionName = 'duties' | 'progress' | 'reasons' | 'places' | 'people' | 'work'
type Sections<I extends string> = readonly (readonly [section: SectionName, indicators: readonly I[]])[]

const ofCases: Sections<CaseIndicator> = [
  ['progress', ['months', 'statuses', 'outcomes']],
  ['reasons', ['grounds', 'subGrounds', 'modes', 'relevances']],
  ['places', ['fields', 'contexts', 'regions', 'provinces', 'places', 'virtualPlaces']],
  ['people', ['reporters', 'channels', 'ageBands', 'citizenships']],
  ['work', ['operators', 'takeDays', 'closeDays']],
  ['duties', dutyIndicators],
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

/** What a section says above its indicators. */
export const sectionNotes: Partial<Record<SectionName, 'statisticsPage.dutiesNote'>> = {
  duties: 'statisticsPage.dutiesNote',
}
