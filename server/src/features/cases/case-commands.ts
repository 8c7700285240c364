import type { ActNeeds } from './actions/case-act.service.ts'
import { createCaseActing } from './actions/case-act.service.ts'
import { createCaseAssigning } from './actions/case-assign.service.ts'
import { createCaseDocuments, type DocumentNeeds } from './documents/case-documents.service.ts'
import { createCaseHistory } from './history/case-history.service.ts'
import { createCaseLists, type ListNeeds } from './list/case-listing.ts'
import { createSavedViews } from './list/saved-views.service.ts'
import { createCaseEntry, type EntryNeeds } from './new-case/case-entry.service.ts'
import { createCaseLocking } from './record/case-lock.service.ts'
import { createCaseSaving } from './record/case-save.service.ts'

export type CaseWork = ReturnType<typeof createCaseWork>

/** What the office does with cases: entering, saving, acting, assigning, locking, and what is known of it afterwards. */
export function createCaseWork(needs: EntryNeeds & ActNeeds & ListNeeds & DocumentNeeds) {
  const acting = createCaseActing(needs)
  const entry = createCaseEntry(needs, { lists: createCaseLists(needs), acting })
  return {
    act: acting.act,
    enter: entry.enter,
    twins: entry.twins,
    ...createCaseSaving(needs),
    ...createCaseAssigning(needs),
    ...createCaseLocking(needs),
    ...createCaseDocuments(needs),
    ...createCaseHistory(needs),
    ...createSavedViews(needs),
  }
}
