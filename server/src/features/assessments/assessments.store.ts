import type { AssessmentInput, AssessmentParts, AssessmentStatus, PlainDate } from '@portal/contract'
import { nextId } from '#platform/database/new-rows.ts'
import type { Db } from '#platform/database/transaction.ts'
import { insertSealed, openSealed, updateSealed } from '#platform/protection/sealed-rows.ts'
import { sealedTable } from '#platform/protection/sealed-table.ts'
import type { Vault } from '#platform/protection/vault.ts'

interface SealedAssessment {
  /** `AssessmentContent` as JSON. */
  readonly content: string
}

export const sealedAssessments = sealedTable<SealedAssessment>()({
  table: 'assessments',
  key: 'id',
  sealed: ['content'],
  ends: { withCase: 'caseId' },
})

/** What is written in an assessment, and what was recorded about it. */
export interface AssessmentContent extends Omit<AssessmentInput, 'sentOn'> {
  readonly parts: AssessmentParts
}

export interface StoredAssessment {
  readonly status: AssessmentStatus
  readonly content: AssessmentContent
  readonly writtenBy: number
  readonly changedAt: Date
  readonly sentOn: PlainDate | null
  readonly answerBy: PlainDate | null
}
export type FoundAssessment = StoredAssessment & { readonly id: number; readonly version: number }

/** The assessment of a case; undefined where there is none, or its content was erased. */
export async function findAssessment(db: Db, vault: Vault, caseId: number): Promise<FoundAssessment | undefined> {
  const row = await db
    .selectFrom('assessments')
    .select(['id', 'keyId', 'status', 'version', 'content', 'writtenBy', 'changedAt', 'sentOn', 'answerBy'])
    .where('caseId', '=', caseId)
    .executeTakeFirst()
  if (!row) return undefined
  const { content, ...opened } = await openSealed(vault, sealedAssessments, row.id, row)
  return content ? { ...opened, content: JSON.parse(content) as AssessmentContent } : undefined
}

const sealedOf = ({ content }: StoredAssessment) => ({ content: JSON.stringify(content) })
const columnsOf = ({ content: { answer }, status, writtenBy, changedAt, sentOn, answerBy }: StoredAssessment) => ({
  status,
  writtenBy,
  changedAt,
  sentOn,
  answerBy,
  answer: answer ?? null,
})

export async function insertAssessment(tx: Db, vault: Vault, caseId: number, stored: StoredAssessment): Promise<void> {
  const id = await nextId(tx, 'assessments')
  const row = { ...columnsOf(stored), ...sealedOf(stored), id, caseId, version: 1 }
  await insertSealed(tx, vault, sealedAssessments, row)
}

export const updateAssessment = (tx: Db, vault: Vault, { id, version }: FoundAssessment, stored: StoredAssessment) =>
  updateSealed(tx, vault, sealedAssessments, id, sealedOf(stored), {
    ...columnsOf(stored),
    version: version + 1,
  }).execute()
