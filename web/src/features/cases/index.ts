// biome-ignore-all lint/performance/noBarrelFile: what statistics need of the cases comes through this one file
export { caseFilterTexts } from './filters/case-filter-texts.ts'
export { caseFiltersOf } from './filters/case-filters.ts'
export { caseLists } from './list/case-lists.ts'
