import type { ActNeeds } from './case-act.service.ts'
import { createCaseActing } from './case-act.service.ts'
import { createCaseAssigning } from './case-assign.service.ts'
import { createCaseDocuments, type DocumentNeeds } from './case-documents.service.ts'
import { createCaseEntry, type EntryNeeds } from './case-entry.service.ts'
import { createCaseHistory } from './case-history.service.ts'
import { createCaseLists, type ListNeeds } from './case-listing.ts'
import { createCaseLocking } from './case-lock.service.ts'
import { createCaseSaving } from './case-save.service.ts'
import { createSavedViews } from './saved-views.service.ts'

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
