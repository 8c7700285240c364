// The entry point for other features.
// biome-ignore-start lint/performance/noBarrelFile: see above
export { hideRecord } from './duplicates/merge.store.ts'
export {
  deleteOwnEntries,
  listEventsAfter,
  listExistingMerges,
  listMergesAfter,
  listWithMerged,
} from './moved-registry.store.ts'
export { asCode, kindsOfRecord, normalizeValues } from './registry.kinds.ts'
export { anyTable as sealedTableOf, openRecord } from './registry.store.ts'
export { insertRegistryEvents } from './registry-events.store.ts'
export { type MergeMemory, sealedMerges, sealedRegistryEvents } from './sealed-persons.ts'
// biome-ignore-end lint/performance/noBarrelFile: see above
