// The entry point for other features.
// biome-ignore-start lint/performance/noBarrelFile: see above
export { SuggestionNote } from './duplicates/suggestion-note.tsx'
export { RecordLink } from './record-link.tsx'
export { RecordName } from './record-name.tsx'
// biome-ignore-end lint/performance/noBarrelFile: see above
