import type { CaseEventKind, CaseStatus, CaseValues, TransferKindName, TransferRecord } from '@portal/contract'
import type { Step } from '../case-steps.ts'
import { type StaffKey, staff } from '../staff.ts'

/** Records of one case, by kind. */
export type CaseRecords = {
  readonly [K in CaseKind]: TransferRecord<K>[]
}
type CaseKind = Extract<
  TransferKindName,
  'person' | 'case' | 'caseEvent' | 'message' | 'comment' | 'assessment' | 'summary' | 'attachment'
>

/** The columns of a case that actions change. */
interface Row {
  status: CaseStatus
  assignedTo: number | null
  statusSince: Date
  workedFrom: Date
  closedAt: Date | null
  closingProposedAt: Date | null
}

/** A case as it is built, step by step. */
export interface Building {
  readonly key: string
  readonly row: Row
  values: CaseValues
  readonly records: CaseRecords
}

export type EventHead = TransferRecord<'caseEvent'>['head']

export function addEvent(
  { key, records }: Building,
  kind: CaseEventKind,
  at: Date,
  more: Partial<EventHead> = {},
): void {
  const { caseEvent } = records
  caseEvent.push({ head: { key: `${key}/V${caseEvent.length + 1}`, caseKey: key, kind, at, ...more } })
}

/** Who did it, for an entry of the history. */
export const authorship = (by: StaffKey) => ({ by, role: staff[by].role })

export type StepOf<K extends Step['kind']> = Extract<Step, { kind: K }>
