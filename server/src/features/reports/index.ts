// The one door through which other features come in.
// biome-ignore-start lint/performance/noBarrelFile: see above
export { findReport } from './find-report.ts'
export { sealedReports } from './sealed-reports.ts'
// biome-ignore-end lint/performance/noBarrelFile: see above
