import type { Logger } from 'pino'
import { calendarFeeds } from '#features/agenda/agenda.store.ts'
import { associationLinks } from '#features/associations/record/association-links.store.ts'
import { enrolmentDrafts } from '#features/associations/record/sealed-associations.ts'
import { viewsWithClaims } from '#features/cases/saved-views/saved-views.store.ts'
import { ownedExports } from '#features/exports/sealed-exports.ts'
import { rightsRequests, unsignedRequests } from '#features/rights/requests.store.ts'
import { signOwnedFiles, unclaimedUploads, unsignedUploads } from '#platform/attachments/sealed-attachments.ts'
import type { Audit } from '#platform/audit/audit.ts'
import type { Db, InTransaction } from '#platform/database/transaction.ts'
import { type ClaimsTable, signRows } from '#platform/protection/claims.ts'
import type { Vault } from '#platform/protection/vault.ts'
import { memberships } from '#platform/session/memberships.ts'

interface Needs {
  readonly db: Db
  readonly inTransaction: InTransaction
  readonly vault: Vault
  readonly audit: Audit
  readonly log: Logger
}

const action = 'rights_signed'

const signingOf =
  <P extends { claims: object | null }, R extends object>(
    table: ClaimsTable<P, R>,
    unsigned?: (tx: Db) => Promise<readonly R[]>,
  ) =>
  (inTransaction: InTransaction, vault: Vault) =>
    signRows(inTransaction, vault, table, unsigned)

/** The tables by their names in the audit log. */
const signing = {
  memberships: signingOf(memberships),
  links: signingOf(associationLinks),
  drafts: signingOf(enrolmentDrafts),
  feeds: signingOf(calendarFeeds),
  exports: signingOf(ownedExports),
  uploads: signingOf(unclaimedUploads, unsignedUploads),
  requests: signingOf(rightsRequests, unsignedRequests),
  views: signingOf(viewsWithClaims),
  files: signOwnedFiles,
}

/**
 * Signs the rows that give rights and are from before they carried a seal (migrations 0059, 0060 and 0089), once for each table. Its mark is
 * the entry in the audit log, which nobody can delete without a trace: a mark in a table could be removed to have rows signed again.
 */
export async function signRights({ db, inTransaction, vault, audit, log }: Needs): Promise<void> {
  const entries = await db.selectFrom('auditEntries').select('changedFields').where('action', '=', action).execute()
  const signed = new Set(entries.flatMap(({ changedFields }) => changedFields))
  const names = (Object.keys(signing) as (keyof typeof signing)[]).filter((name) => !signed.has(name))
  if (names.length === 0) return
  await audit.job(action, async (recorder) => {
    const rows: Partial<Record<keyof typeof signing, number>> = {}
    for (const name of names) rows[name] = await signing[name](inTransaction, vault)
    recorder.record('key', [vault.ring.sealing().id], names)
    log.info({ rows }, 'signed the rows that give rights, once')
  })
}
