// biome-ignore lint/performance/noBarrelFile: the one door through which other features come in
export { createFieldWords, type ListItems } from './field-words.ts'
