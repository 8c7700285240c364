// biome-ignore lint/performance/noBarrelFile: the one door through which other features come in
export { CasesOfRecord } from './list/cases-of-record.tsx'
