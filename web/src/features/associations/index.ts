// biome-ignore-all lint/performance/noBarrelFile: what other features need of the register comes through this one file
export { useRegisterQueue } from './home/use-register-queue.tsx'
export { associationFiltersOf, associationFilterTexts, associationLists } from './list/association-lists.ts'
