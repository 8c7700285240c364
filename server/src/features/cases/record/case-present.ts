import type { CaseActionDenials, CaseDetail, CaseHead, CaseRow, CaseStatus, FileRef, PlainDate } from '@portal/contract'
import { reportCode } from '@portal/contract'
import { type LockHolder, lockMembers } from '#platform/record/locks.ts'
import { textsIn } from '#platform/texts.ts'
import { type CaseTerms, dueOf, informDueOf } from '../case-terms.rules.ts'
import type { findCase, StoredCase } from '../cases.store.ts'
import { valuesOf } from './case-values.ts'

/** The context for presenting a case. */
export interface Present {
  /** Prefix of the codes of cases. */
  readonly tag: string
  readonly terms: CaseTerms
  readonly today: PlainDate
}

export const codeOf = (
  tag: string,
  { protocolYear, protocolNumber }: { protocolYear: number; protocolNumber: number },
) => reportCode(tag, protocolYear, protocolNumber)

/** The Italian label of a status. */
export const statusWord = (status: CaseStatus): string => textsIn('it')(`caseStatuses.${status}`)

/** A case as lists show it. */
export function presentRow({ tag, terms, today }: Present, row: StoredCase): CaseRow {
  const code = codeOf(tag, row)
  return {
    id: row.id,
    code,
    protocolNumber: code,
    status: row.status,
    createdAt: row.createdAt,
    languageId: row.languageId,
    needsAccommodation: row.isAccommodationAsked ?? undefined,
    reporterTypeId: row.reporterTypeId,
    channelId: row.channelId,
    fieldId: row.fieldId ?? undefined,
    modeId: row.modeId ?? undefined,
    groundId: row.groundId ?? undefined,
    subGroundId: row.subGroundId ?? undefined,
    outcomeId: row.outcomeId ?? undefined,
    relevanceId: row.relevanceId ?? undefined,
    placeProvince: row.placeProvince ?? undefined,
    isVirtual: row.isVirtual ?? undefined,
    operatorId: row.assignedTo ?? undefined,
    operator: row.operator ?? undefined,
    version: row.version,
    unread: row.unread,
    excerpt: row.excerpt,
    reporter: row.reporter,
    victim: row.victim,
    pseudonymisedAt: row.pseudonymisedAt ?? undefined,
    ...dueOf(row, terms, today),
    ...informDueOf(row, terms, today),
  }
}

export type FoundCase = NonNullable<Awaited<ReturnType<typeof findCase>>>

interface CaseContext {
  readonly userId: number
  readonly mayEdit: boolean
  readonly actions: CaseActionDenials
  readonly lockHolder: LockHolder | undefined
  readonly files: readonly FileRef[]
}

function presentHead(
  { tag, terms, today }: Present,
  row: FoundCase,
  { userId, mayEdit, actions, lockHolder }: CaseContext,
): CaseHead {
  const code = codeOf(tag, row)
  return {
    id: row.id,
    code,
    protocolNumber: code,
    status: row.status,
    createdAt: row.createdAt,
    insertedAt: row.insertedAt,
    closedAt: row.closedAt ?? undefined,
    closingProposedAt: row.closingProposedAt ?? undefined,
    operatorId: row.assignedTo ?? undefined,
    operator: row.operator ?? undefined,
    isOwnEntry: row.createdBy === userId,
    isAsReceived: row.isAsReceived,
    version: row.version,
    unread: row.unread,
    mayEdit,
    actions,
    isConflict: lockHolder !== undefined,
    ...lockMembers(lockHolder),
    pseudonymisedAt: row.pseudonymisedAt ?? undefined,
    ...dueOf(row, terms, today),
    ...informDueOf(row, terms, today),
  }
}

/** A case as the detail shows it. */
export function presentCase(present: Present, row: FoundCase, context: CaseContext): CaseDetail {
  const attachments = context.files.map(({ id, name }) => ({ id, name }))
  return {
    ...presentHead(present, row, context),
    values: { ...valuesOf(row), ...(attachments.length > 0 && { attachments }) },
  }
}
