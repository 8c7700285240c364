import { createAgenda } from '#features/agenda/agenda.service.ts'
import { associationComparison } from '#features/associations/record/association-comparison.ts'
import { remindersOf } from '#features/case-messages/index.ts'
import { noteMoved } from '#features/cases/actions/case-assign.service.ts'
import { caseComparison } from '#features/cases/case-comparison.ts'
import type { CaseNeeds } from '#features/cases/case-needs.ts'
import { createCaseSource } from '#features/cases/case-source.ts'
import type { BadgeNeeds } from '#features/cases/cases.service.ts'
import { createExpiringMap } from '#features/cases/expiring-map.ts'
import { createCaseDeadlines } from '#features/cases/home/case-deadlines.ts'
import { reporterNames } from '#features/cases/record/case-names.store.ts'
import {
  createReferenceCounts,
  holdReferences,
  moveReferences,
  readableCases,
} from '#features/cases/registry-references.ts'
import { createSavedReplies } from '#features/cases/saved-replies/saved-replies.service.ts'
import { createSavedViews } from '#features/cases/saved-views/saved-views.service.ts'
import { putInCase } from '#features/mailbox/mail-in-case.service.ts'
import { countWaiting } from '#features/mailbox/received-mails.store.ts'
import { createNotices } from '#features/notices/notices.service.ts'
import { countUnread } from '#features/notices/notices.store.ts'
import type { createOperators } from '#features/operators/operators.service.ts'
import type { createReference } from '#features/reference/reference.service.ts'
import { createRegistry } from '#features/registry/registry.service.ts'
import type { RegistryNeeds } from '#features/registry/registry-needs.ts'
import { countToDecide } from '#features/rights/rights.service.ts'
import type { AccountEmitter } from '#platform/account-events.ts'
import type { Attachments } from '#platform/attachments/attachments.ts'
import { createDocuments } from '#platform/attachments/documents.ts'
import type { Reads } from '#platform/database/database.ts'
import type { Files } from '#platform/files/files.ts'
import type { Outbox } from '#platform/mail/outbox.ts'
import { waitingCounts } from './waiting-counts.ts'

interface Needs extends Pick<CaseNeeds, 'db' | 'inTransaction' | 'vault' | 'clock' | 'log' | 'office' | 'terms'> {
  readonly reads: Reads
  readonly outbox: Outbox
  readonly files: Files
  readonly attachments: Attachments
  readonly operators: ReturnType<typeof createOperators>
  readonly reference: ReturnType<typeof createReference>
  readonly publicOrigin: string
  readonly matching: RegistryNeeds['matching']
  readonly accountEvents: AccountEmitter
}

/** The services of cases, with the notices to operators. */
export function createCaseServices({
  reads,
  outbox,
  files,
  attachments,
  operators,
  reference,
  publicOrigin,
  accountEvents,
  ...needs
}: Needs) {
  const { db, inTransaction, vault, clock, log, office } = needs
  const notices = createNotices({
    db,
    clock,
    office,
    outbox,
    publicOrigin,
    workers: operators.staff,
    caseNames: (ids, reader) => reporterNames({ db, vault }, ids, reader),
  })
  const registryNeeds: RegistryNeeds = {
    db,
    readsDb: reads.db,
    inTransaction,
    vault,
    clock,
    choiceCheck: reference.checkOf,
    sources: { case: caseComparison, association: associationComparison },
    readableCases,
    productTag: office.productTag,
    countLinkedCases: createReferenceCounts(db),
    holdLinks: holdReferences,
    moveLinks: moveReferences,
    matching: needs.matching,
  }
  const registry = createRegistry(registryNeeds)
  const caseNeeds: CaseNeeds & BadgeNeeds = {
    ...needs,
    filesOf: attachments.listOf,
    claimFiles: attachments.claim,
    takeMail: async (tx, mail, caller) => void (await putInCase(needs, tx, mail, caller)),
    documents: createDocuments({ attachments, files }),
    documentTypes: (from) => reference.idsInForce('attachment_type', from),
    workers: operators.staff,
    colleagues: operators.colleagues,
    holdWorker: operators.holdWorker,
    operatorsLike: operators.idsLike,
    largeLists: createExpiringMap(clock),
    queueCounts: createExpiringMap(clock),
    idsInOrder: (list) => reference.idsInOrder(list),
    choiceCheck: reference.checkOf,
    linkErrors: registry.linkErrors,
    notify: notices.tell,
    unreadNotices: countUnread,
    countRightsToDecide: countToDecide,
    mailsToReview: countWaiting,
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
    waitingFor: (user, audit) => waitingCounts(caseNeeds, user, audit),
    deadlinesOf: createCaseDeadlines(needs).deadlinesOf,
    remindersOf: (from, userId) => remindersOf(caseNeeds, from, userId),
  })
  const savedViews = createSavedViews(needs)
  const savedReplies = createSavedReplies(needs)
  accountEvents.on('casesMoved', ({ tx, caseIds, ...move }) => noteMoved(caseNeeds, tx, caseIds, move))
  accountEvents.on('accountEnded', async ({ tx, userId }) => {
    await savedViews.forgetViews(tx, userId)
    await savedReplies.forget(tx, userId)
    await agenda.forget(tx, userId)
  })
  return {
    notices,
    registry,
    registryNeeds,
    agenda,
    caseNeeds,
    savedViews,
    savedReplies,
    caseSource: createCaseSource({ ...caseNeeds, db: reads.db }),
  }
}
