// The entry point for other features.
// biome-ignore-start lint/performance/noBarrelFile: see above
export { excerptOf } from './excerpt.rules.ts'
export { listedFields, listingOf, type ReportListing } from './report-listing.ts'
export {
  findReport,
  nextProtocolNumber,
  nextProtocolNumbers,
  raiseProtocolNumbers,
  sealReport,
} from './reports.store.ts'
export { sealCities } from './seal-cities.ts'
export { type SealedReport, sealedReports } from './sealed-reports.ts'
// biome-ignore-end lint/performance/noBarrelFile: see above
