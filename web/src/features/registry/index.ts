// The entry point for other features.
// biome-ignore-start lint/performance/noBarrelFile: see above
export { SuggestionNote } from './duplicates/suggestion-note.tsx'
export { MatchReasons } from './match-reasons.tsx'
export { RecordLink } from './record-link.tsx'
export { RecordName } from './record-name.tsx'
export { recordQuery } from './registry.queries.ts'
export { nameOf, recordHref } from './registry-kinds.ts'
// biome-ignore-end lint/performance/noBarrelFile: see above
