// biome-ignore lint/performance/noBarrelFile: the one door through which other features come in
export { RecordLink } from './record-link.tsx'
export { RecordName } from './record-name.tsx'
