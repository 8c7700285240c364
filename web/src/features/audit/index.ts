// biome-ignore lint/performance/noBarrelFile: the one door through which other features come in
export { RecordTimeline } from './record-timeline.tsx'
