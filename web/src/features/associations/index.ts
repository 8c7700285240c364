// biome-ignore-all lint/performance/noBarrelFile: what other features need of the register comes through this one file
export { RegisterHomeBox } from './home/register-home-box.tsx'
export { associationFiltersOf, associationFilterTexts, associationLists } from './list/association-lists.ts'
