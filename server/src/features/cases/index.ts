// biome-ignore lint/performance/noBarrelFile: the one door through which other features come in
export { valuesOf } from './record/case-values.ts'
