// biome-ignore-all lint/performance/noBarrelFile: what statistics need of the register comes through this one file
export { associationFiltersOf, associationFilterTexts, associationLists } from './list/association-lists.ts'
