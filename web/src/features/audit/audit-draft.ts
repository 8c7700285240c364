import {
  type AuditFilters,
  formatScreenDate,
  type MessageKey,
  type PlainDate,
  parseScreenDate,
  type RecordKind,
  type Role,
} from '@portal/contract'

/** The filters as they are typed: everything is text. */
export interface AuditDraft {
  readonly from: string
  readonly to: string
  readonly userId: string
  readonly role: string
  readonly action: string
  readonly outcome: string
  readonly recordKind: string
  readonly recordId: string
}

export interface DraftFault {
  readonly name: 'from' | 'to' | 'recordId'
  readonly message: MessageKey
}

const screenText = (date: PlainDate | undefined) => (date ? formatScreenDate(date) : '')

export const draftOf = (filters: AuditFilters): AuditDraft => ({
  from: screenText(filters.from),
  to: screenText(filters.to),
  userId: filters.userId === undefined ? '' : String(filters.userId),
  role: filters.role ?? '',
  action: filters.action ?? '',
  outcome: filters.outcome ?? '',
  recordKind: filters.recordKind ?? '',
  recordId: filters.recordId === undefined ? '' : String(filters.recordId),
})

const isWrongDate = (text: string) => text.trim() !== '' && parseScreenDate(text) === undefined
const isNumber = (text: string) => /^[1-9][0-9]{0,14}$/.test(text.trim())

/** What is wrong with the typed filters, all of it at once. */
export function faultsOf({ from, to, recordId }: AuditDraft): DraftFault[] {
  const faults: DraftFault[] = []
  if (isWrongDate(from)) faults.push({ name: 'from', message: 'data_non_valida' })
  if (isWrongDate(to)) faults.push({ name: 'to', message: 'data_non_valida' })
  const [first, last] = [parseScreenDate(from), parseScreenDate(to)]
  if (first && last && first > last) faults.push({ name: 'to', message: 'intervallo_date_non_valido' })
  if (recordId.trim() !== '' && !isNumber(recordId)) faults.push({ name: 'recordId', message: 'valore_non_valido' })
  return faults
}

/** The filters that a draft without faults means. */
export const filtersOf = (draft: AuditDraft): AuditFilters => ({
  from: parseScreenDate(draft.from),
  to: parseScreenDate(draft.to),
  userId: isNumber(draft.userId) ? Number(draft.userId) : undefined,
  role: (draft.role || undefined) as Role | undefined,
  action: draft.action || undefined,
  outcome: (draft.outcome || undefined) as AuditFilters['outcome'],
  recordKind: (draft.recordKind || undefined) as RecordKind | undefined,
  recordId: isNumber(draft.recordId) ? Number(draft.recordId) : undefined,
})
