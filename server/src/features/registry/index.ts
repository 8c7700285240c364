// biome-ignore lint/performance/noBarrelFile: the entry point for other features
export { asCode, kindsOfRecord } from './registry.kinds.ts'
