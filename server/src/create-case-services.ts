import { createAgenda } from '#features/agenda/agenda.service.ts'
import { createCaseCommands } from '#features/cases/case-commands.ts'
import { createCases } from '#features/cases/cases.service.ts'
import { createCaseDeadlines } from '#features/cases/home/case-deadlines.ts'
import { createReferenceCounts } from '#features/cases/registry-references.ts'
import { createNotices } from '#features/notices/notices.service.ts'
import type { createOperators } from '#features/operators/operators.service.ts'
import type { createReference } from '#features/reference/reference.service.ts'
import { createLinkErrors } from '#features/registry/link-errors.ts'
import { createRegistry } from '#features/registry/registry.service.ts'
import type { Attachments } from '#platform/attachments/attachments.ts'
import { createDocuments } from '#platform/attachments/documents.ts'
import type { Db } from '#platform/database/transaction.ts'
import type { Files } from '#platform/files/files.ts'
import { createLocks } from '#platform/locks.ts'
import type { Outbox } from '#platform/mail/outbox.ts'
import type { SessionUser } from '#platform/session/session.store.ts'

type CommandNeeds = Parameters<typeof createCaseCommands>[0]

interface Needs extends Pick<CommandNeeds, 'db' | 'inTransaction' | 'vault' | 'clock' | 'log' | 'office' | 'terms'> {
  readonly outbox: Outbox
  readonly files: Files
  readonly attachments: Attachments
  readonly operators: ReturnType<typeof createOperators>
  readonly reference: ReturnType<typeof createReference>
  readonly publicOrigin: string
  /** Number of requests on personal data that this user may decide. */
  readonly countRightsToDecide: (user: SessionUser) => Promise<number>
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
  const notices = createNotices({ db, vault, clock, office, outbox, publicOrigin, workers: operators.staff })
  const registry = createRegistry({
    ...{ db, inTransaction, vault, clock },
    choiceErrors: reference.fieldErrorsOf,
    countLinkedCases: createReferenceCounts(db),
  })
  const linkErrors = createLinkErrors(registry)
  const shared: CommandNeeds = {
    ...needs,
    locks: createLocks({ clock, kind: 'case' }),
    filesOf: attachments.listOf,
    claimFiles: attachments.claim,
    documents: createDocuments({ attachments, files }),
    documentTypes: (from) => reference.idsInOrder('attachment_type', from),
    workers: operators.staff,
    colleagues: operators.colleagues,
    holdWorker: operators.holdWorker,
    operatorsLike: operators.idsLike,
    idsInOrder: (list) => reference.idsInOrder(list),
    choiceErrors: async (form, values, from) => [
      ...(await reference.fieldErrorsOf(form, values, from)),
      ...(await linkErrors(values, from)),
    ],
    notify: notices.tell,
  }
  const agenda = createAgenda({
    ...{ db, inTransaction, vault, clock, log, office, publicOrigin, outbox },
    workers: operators.staff,
    deadlinesOf: createCaseDeadlines(needs).deadlinesOf,
  })
  const caseWork = createCaseCommands(shared)
  return {
    ...{ notices, registry, agenda, caseWork },
    cases: createCases({ ...shared, unreadNotices: notices.unread, countRightsToDecide }),
    /** Deletes the personal settings of a user whose account ends. */
    forgetDesk: async (tx: Db, userId: number): Promise<void> => {
      await caseWork.forgetViews(tx, userId)
      await agenda.forget(tx, userId)
    },
  }
}
