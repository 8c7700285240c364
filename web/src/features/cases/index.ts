// biome-ignore lint/performance/noBarrelFile: the one door through which other features come in
export { CasesOfRecord } from './cases-of-record.tsx'
