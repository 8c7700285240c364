import type { Logger } from 'pino'
import { calendarFeeds } from '#features/agenda/agenda.store.ts'
import { associationLinks } from '#features/associations/record/association-links.store.ts'
import { enrolmentDrafts } from '#features/associations/record/sealed-associations.ts'
import { ownedExports } from '#features/exports/sealed-exports.ts'
import type { Audit } from '#platform/audit/audit.ts'
import type { Db, InTransaction } from '#platform/database/transaction.ts'
import { signRows } from '#platform/protection/claims.ts'
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

/**
 * Signs the rows that give rights and are from before they carried a seal (migration 0059), once. Its mark is the entry in the audit
 * log, which nobody can delete without a trace: a mark in a table could be removed to have rows signed again.
 */
export async function signRights({ db, inTransaction, vault, audit, log }: Needs): Promise<void> {
  const signed = await db
    .selectFrom('auditEntries')
    .select('id')
    .where('action', '=', action)
    .limit(1)
    .executeTakeFirst()
  if (signed) return
  await audit.job(action, async (recorder) => {
    const rows = {
      memberships: await signRows(inTransaction, vault, memberships),
      links: await signRows(inTransaction, vault, associationLinks),
      drafts: await signRows(inTransaction, vault, enrolmentDrafts),
      feeds: await signRows(inTransaction, vault, calendarFeeds),
      exports: await signRows(inTransaction, vault, ownedExports),
    }
    recorder.record('key', [vault.ring.sealing().id], Object.keys(rows))
    log.info({ rows }, 'signed the rows that give rights, once')
  })
}
