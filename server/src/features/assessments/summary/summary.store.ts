import type { SummaryStatus, SummaryTexts } from '@portal/contract'
import { nextId } from '#platform/database/new-rows.ts'
import type { Db } from '#platform/database/transaction.ts'
import { insertSealed, openSealed, updateSealed } from '#platform/protection/sealed-rows.ts'
import { sealedTable } from '#platform/protection/sealed-table.ts'
import type { Vault } from '#platform/protection/vault.ts'

interface SealedSummary {
  /** `SummaryContent` as JSON. */
  readonly content: string
}

export const sealedSummaries = sealedTable<SealedSummary>()({
  table: 'assessmentSummaries',
  key: 'id',
  sealed: ['content'],
  ends: { withCase: 'caseId' },
})

export interface SummaryContent {
  readonly texts: SummaryTexts
  /** Why it was sent back or withdrawn last. */
  readonly note?: string | undefined
}

export interface StoredSummary {
  readonly status: SummaryStatus
  readonly content: SummaryContent
  readonly writtenBy: number
  readonly changedAt: Date
}
export interface FoundSummary extends StoredSummary {
  readonly id: number
  readonly version: number
  /** Since when it is public. */
  readonly publishedAt: Date | null
}

/** The summary of the assessment of a case; empty texts once the personal data of the case was removed. */
export async function findSummary(db: Db, vault: Vault, caseId: number): Promise<FoundSummary | undefined> {
  const row = await db
    .selectFrom('assessmentSummaries')
    .leftJoin('publishedAssessments', 'publishedAssessments.id', 'assessmentSummaries.id')
    .select([
      'assessmentSummaries.id',
      'keyId',
      'status',
      'version',
      'content',
      'writtenBy',
      'changedAt',
      'publishedAt',
    ])
    .where('caseId', '=', caseId)
    .executeTakeFirst()
  if (!row) return undefined
  const { content, ...opened } = await openSealed(vault, sealedSummaries, row.id, row)
  return { ...opened, content: content ? (JSON.parse(content) as SummaryContent) : { texts: {} } }
}

const sealedOf = ({ content }: StoredSummary) => ({ content: JSON.stringify(content) })
const columnsOf = ({ status, writtenBy, changedAt }: StoredSummary) => ({ status, writtenBy, changedAt })

export async function insertSummary(tx: Db, vault: Vault, caseId: number, stored: StoredSummary): Promise<void> {
  const id = await nextId(tx, 'assessment_summaries')
  await insertSealed(tx, vault, sealedSummaries, { ...columnsOf(stored), ...sealedOf(stored), id, caseId, version: 1 })
}

export const updateSummary = (tx: Db, vault: Vault, { id, version }: FoundSummary, stored: StoredSummary) =>
  updateSealed(tx, vault, sealedSummaries, id, sealedOf(stored), {
    ...columnsOf(stored),
    version: version + 1,
  }).execute()

/** Changes the status alone: of a case whose persons were erased, nothing is sealed any more. */
export const withdrawSummary = (tx: Db, { id, version }: FoundSummary, changedAt: Date) =>
  tx
    .updateTable('assessmentSummaries')
    .set({ status: 'withdrawn', version: version + 1, changedAt })
    .where('id', '=', id)
    .execute()
