// biome-ignore lint/performance/noBarrelFile: the entry point for other features
export { type CaseWords, createCaseWords } from './case-words.ts'
