import { type Correspondence, limits } from '@portal/contract'
import { type CaseAccess, type CaseNeeds, officeDocumentsIn, performedWithin } from '#features/cases/index.ts'
import type { Db } from '#platform/database/transaction.ts'
import type { Vault } from '#platform/protection/vault.ts'
import type { SessionUser } from '#platform/session/session.store.ts'
import { type MailNeeds, mailWayOf } from './by-mail.ts'
import { presentComments } from './comments.service.ts'
import { findPeriod } from './correspondence.store.ts'
import { messagesWithin } from './messages.store.ts'
import { type CaseFiles, presentOfficeMessages } from './read-messages.ts'
import { presentReminders } from './reminders.service.ts'
import { canWrite, reporterOf, worksOn } from './reporter.ts'

interface Needs {
  readonly db: Db
  readonly vault: Vault
  readonly attachments: CaseFiles
  readonly caseNeeds: CaseNeeds
  readonly threadOf: MailNeeds['threadOf']
}

/** A user with their permissions on the case. */
export interface CaseReader {
  readonly access: CaseAccess
  readonly user: SessionUser
}

/** A page of the correspondence of a case. The caller has checked that the user may read the case. */
export async function readCorrespondence(
  { db, vault, attachments, caseNeeds, threadOf }: Needs,
  caseId: number,
  { access, user }: CaseReader,
  before?: Date,
): Promise<Correspondence> {
  const [period, reporter, files] = [
    await findPeriod(db, caseId, before),
    await reporterOf({ vault }, db, caseId),
    await attachments.listOf(db, caseId),
  ]
  const { canRead, language, recipient } = reporter
  const way = await mailWayOf({ threadOf }, db, caseId, reporter)
  return {
    messages: period
      ? await presentOfficeMessages({ db, vault }, await messagesWithin(db, vault, caseId, period), files)
      : [],
    comments: period ? await presentComments(caseNeeds, caseId, period) : [],
    reminders: await presentReminders(caseNeeds, caseId, access, user),
    documents: period ? await officeDocumentsIn(caseNeeds, files, period) : [],
    performed: period ? await performedWithin(caseNeeds, caseId, period) : [],
    hasEarlier: period?.hasEarlier ?? false,
    canWrite: canWrite(access) && (canRead || way !== undefined),
    canComment: !access.isPseudonymised,
    canNoteCall: worksOn(access),
    // Pseudonymisation deletes the digest of the PIN.
    hasReader: canRead || access.isPseudonymised,
    tellsByMail: recipient !== undefined,
    byMail: way && { address: way.address, isDefault: way.isDefault, isOnly: way.isOnly },
    language,
    filesLeft: Math.max(0, limits.caseAttachments.files - files.length),
  }
}
