// biome-ignore lint/performance/noBarrelFile: the module entry: other features import only from here
export { valuesOf } from './record/case-values.ts'
