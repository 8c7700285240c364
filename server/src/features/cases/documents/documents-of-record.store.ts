import type { RegistryKind } from '@portal/contract'
import { attachmentColumns, openOwned } from '#platform/attachments/attachments.store.ts'
import { byId, defineList } from '#platform/database/list.ts'
import type { Vault } from '#platform/protection/vault.ts'
import type { CaseScope } from '../cases.rules.ts'
import { scopeConditions } from '../cases.store.ts'
import { refersToAnyOf } from '../registry-references.ts'

interface OfRecord {
  readonly kind: RegistryKind
  readonly id: number
  readonly scope: CaseScope
  readonly vault: Vault
}

/**
 * Pages of the files of the cases of a scope that refer to a registry record, newest first. A record takes no files itself: a file has
 * one purpose, one retention rule and one audit trail, those of its case. A file whose case the portal did not write is undefined.
 */
export const listFilesOfRecord = defineList({
  order: byId('attachments.number'),
  rows: (db, { kind, id, scope }: OfRecord) =>
    [refersToAnyOf(kind, [id]), ...scopeConditions(scope)].reduce(
      (query, condition) => query.where(condition),
      db
        .selectFrom('attachments')
        .innerJoin('files', 'files.id', 'attachments.id')
        .innerJoin('cases', 'cases.id', 'attachments.caseId')
        .select([...attachmentColumns, 'attachments.number as id', 'attachments.id as fileId'])
        .select(['cases.id as caseId', 'cases.protocolYear', 'cases.protocolNumber']),
    ),
  open: async ({ id, fileId, caseId, protocolYear, protocolNumber, ...row }, { vault }) => ({
    id,
    caseId,
    protocolYear,
    protocolNumber,
    file: await openOwned(vault, { ...row, id: fileId, caseId }),
  }),
})
