// The entry point for other features.
// biome-ignore lint/performance/noBarrelFile: see above
export { type AssessmentContent, sealedAssessments } from './assessments.store.ts'
export { type SummaryContent, sealedSummaries } from './summary/summary.store.ts'
