// biome-ignore lint/performance/noBarrelFile: the one door through which other features come in
export { asCode, kindsOfRecord } from './registry.kinds.ts'
