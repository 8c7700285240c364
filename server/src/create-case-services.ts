import { createAgenda } from '#features/agenda/agenda.service.ts'
import { associationComparison } from '#features/associations/record/association-comparison.ts'
import { type ActNeeds, createCaseActing } from '#features/cases/actions/case-act.service.ts'
import { createCaseAssigning } from '#features/cases/actions/case-assign.service.ts'
import { caseComparison } from '#features/cases/case-comparison.ts'
import { createCases } from '#features/cases/cases.service.ts'
import { createCaseDocuments, type DocumentNeeds } from '#features/cases/documents/case-documents.service.ts'
import { createCaseHistory } from '#features/cases/history/case-history.service.ts'
import { createCaseDeadlines } from '#features/cases/home/case-deadlines.ts'
import { createCaseHome } from '#features/cases/home/case-home.service.ts'
import { createCaseLists, type ListNeeds } from '#features/cases/list/case-listing.ts'
import { createCaseSource } from '#features/cases/list/case-source.ts'
import { createSavedViews } from '#features/cases/list/saved-views.service.ts'
import { createCaseEntry, type EntryNeeds } from '#features/cases/new-case/case-entry.service.ts'
import { createCaseLocking } from '#features/cases/record/case-lock.service.ts'
import { createCaseSaving } from '#features/cases/record/case-save.service.ts'
import { createReferenceCounts, moveReferences, readableCases } from '#features/cases/registry-references.ts'
import { createNotices } from '#features/notices/notices.service.ts'
import { countUnread } from '#features/notices/notices.store.ts'
import type { createOperators } from '#features/operators/operators.service.ts'
import type { createReference } from '#features/reference/reference.service.ts'
import { createRegistry } from '#features/registry/registry.service.ts'
import type { RegistryNeeds } from '#features/registry/registry-needs.ts'
import type { Attachments } from '#platform/attachments/attachments.ts'
import { createDocuments } from '#platform/attachments/documents.ts'
import type { Count } from '#platform/database/counts.ts'
import type { Db } from '#platform/database/transaction.ts'
import type { Files } from '#platform/files/files.ts'
import { createLocks } from '#platform/locks.ts'
import type { Outbox } from '#platform/mail/outbox.ts'
import type { SessionUser } from '#platform/session/session.store.ts'

type CommandNeeds = EntryNeeds & ActNeeds & ListNeeds & DocumentNeeds

interface Needs extends Pick<CommandNeeds, 'db' | 'inTransaction' | 'vault' | 'clock' | 'log' | 'office' | 'terms'> {
  readonly outbox: Outbox
  readonly files: Files
  readonly attachments: Attachments
  readonly operators: ReturnType<typeof createOperators>
  readonly reference: ReturnType<typeof createReference>
  readonly publicOrigin: string
  readonly matching: RegistryNeeds['matching']
  /** Number of requests on personal data that this user may decide. */
  readonly countRightsToDecide: (user: SessionUser) => Count
}

/** The services of cases, with the notices to operators. */
export function createCaseServices({
  outbox,
  files,
  attachments,
  operators,
  reference,
  publicOrigin,
  countRightsToDecide,
  ...needs
}: Needs) {
  const { db, inTransaction, vault, clock, log, office } = needs
  const notices = createNotices({ db, clock, office, outbox, publicOrigin, workers: operators.staff })
  const registry = createRegistry({
    db,
    inTransaction,
    vault,
    clock,
    locks: {
      person: createLocks({ clock, kind: 'person' }),
      organisation: createLocks({ clock, kind: 'organisation' }),
    },
    choiceErrors: reference.fieldErrorsOf,
    sources: { case: caseComparison, association: associationComparison },
    readableCases,
    productTag: office.productTag,
    countLinkedCases: createReferenceCounts(db),
    moveLinks: moveReferences,
    matching: needs.matching,
  })
  const shared: CommandNeeds = {
    ...needs,
    locks: createLocks({ clock, kind: 'case' }),
    filesOf: attachments.listOf,
    claimFiles: attachments.claim,
    documents: createDocuments({ attachments, files }),
    documentTypes: (from) => reference.idsInForce('attachment_type', from),
    workers: operators.staff,
    colleagues: operators.colleagues,
    holdWorker: operators.holdWorker,
    operatorsLike: operators.idsLike,
    idsInOrder: (list) => reference.idsInOrder(list),
    choiceErrors: reference.fieldErrorsOf,
    choiceCheck: reference.checkOf,
    linkErrors: registry.linkErrors,
    notify: notices.tell,
  }
  const agenda = createAgenda({
    db,
    inTransaction,
    vault,
    clock,
    log,
    office,
    publicOrigin,
    outbox,
    workers: operators.staff,
    deadlinesOf: createCaseDeadlines(needs).deadlinesOf,
  })
  const { lists, caseWork } = createCaseWork(shared)
  return {
    notices,
    registry,
    agenda,
    caseWork,
    cases: { ...lists, ...createCases({ ...shared, unreadNotices: countUnread, countRightsToDecide }) },
    /** Deletes the personal settings of a user whose account ends. */
    forgetDesk: async (tx: Db, userId: number): Promise<void> => {
      await caseWork.forgetViews(tx, userId)
      await agenda.forget(tx, userId)
    },
  }
}

/** The lists of cases, and all commands on cases with the history that they leave. */
function createCaseWork(needs: CommandNeeds) {
  const lists = { ...createCaseLists(needs), ...createCaseHome(needs) }
  const source = createCaseSource(needs, lists)
  const acting = createCaseActing(needs)
  const { enter, possibleDuplicates } = createCaseEntry(needs, { lists, acting })
  const caseWork = {
    enter,
    possibleDuplicates,
    ...acting,
    ...createCaseSaving(needs),
    ...createCaseAssigning(needs),
    ...createCaseLocking(needs),
    ...createCaseDocuments(needs),
    ...createCaseHistory(needs),
    ...createSavedViews(needs),
  }
  return { lists: { ...lists, source }, caseWork }
}
