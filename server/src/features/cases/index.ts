// The module entry: other features import only from here.
// biome-ignore-start lint/performance/noBarrelFile: see above
export { noteAnswered } from './actions/case-assign.service.ts'
export { changeEach } from './actions/case-bulk.service.ts'
export type { CaseNeeds } from './case-needs.ts'
export { type CaseAccess, mayReadCase, openCase, permissionsFor, readCase, readersAmong } from './cases.service.ts'
export { documentsOfCase, officeDocumentsIn } from './documents/case-documents.service.ts'
export { findPage } from './finding/find-cases.ts'
export { type Period, sealedEvents } from './history/case-events.store.ts'
export { allEventsOfCase, noteOnCase, performedWithin } from './history/case-history.service.ts'
export { normalizeCaseValues } from './record/case-input.ts'
export {
  caseColumns,
  caseRowOf,
  renamedCaseColumns,
  reportColumns,
  reportValuesOf,
  valuesOf,
} from './record/case-values.ts'
// biome-ignore-end lint/performance/noBarrelFile: see above
