// biome-ignore lint/performance/noBarrelFile: the entry point for other features
export { createFieldWords, type ListItems } from './field-words.ts'
