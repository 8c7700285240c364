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

export type CaseCommands = ReturnType<typeof createCaseCommands>

/** All commands on cases (enter, save, act, assign, lock, documents, saved views) and the history that they leave. */
export function createCaseCommands(needs: EntryNeeds & ActNeeds & ListNeeds & DocumentNeeds) {
  const acting = createCaseActing(needs)
  const entry = createCaseEntry(needs, { lists: createCaseLists(needs), acting })
  return {
    act: acting.act,
    enter: entry.enter,
    possibleDuplicates: entry.possibleDuplicates,
    ...createCaseSaving(needs),
    ...createCaseAssigning(needs),
    ...createCaseLocking(needs),
    ...createCaseDocuments(needs),
    ...createCaseHistory(needs),
    ...createSavedViews(needs),
  }
}
