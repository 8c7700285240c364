// The entry point for other features.
// biome-ignore lint/performance/noBarrelFile: see above
export { sealedLetters } from './letters.store.ts'
