// biome-ignore lint/performance/noBarrelFile: the module entry: other features import only from here
export { pseudonymiseCases } from './pseudonymise.ts'
