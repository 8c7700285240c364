// The entry point for other features.
// biome-ignore-start lint/performance/noBarrelFile: see above
export { asCode, kindsOfRecord, normalizeValues } from './registry.kinds.ts'
export { anyTable as sealedTableOf, listAfter, openRecord } from './registry.store.ts'
export { insertRegistryEvents } from './registry-events.store.ts'
// biome-ignore-end lint/performance/noBarrelFile: see above
