// biome-ignore-all lint/performance/noBarrelFile: what other features need of the cases comes through this one file
export { caseFilterTexts } from './filters/case-filter-texts.ts'
export { caseFiltersOf } from './filters/case-filters.ts'
export { caseLists } from './list/case-lists.ts'
export { noteOf, useFoundCases } from './search/found-cases.ts'
