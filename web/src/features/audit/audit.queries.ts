import { type AuditFilters, listAudit, type PlainDate, verifyAuditLog } from '@portal/contract'
import { queryOptions, useMutation } from '@tanstack/react-query'
import { call } from '#lib/api/call.ts'

// Each look at the log is an entry of its own: it is not fetched again behind anybody's back.
const lookMs = 30_000

/** How many of a record's entries its own page shows. */
const timelineRows = 25

export type RecordRef = Required<Pick<AuditFilters, 'recordKind' | 'recordId'>>

/** The newest entries about one record. */
export const timelineQuery = (filters: RecordRef) =>
  queryOptions({
    queryKey: ['audit', 'timeline', filters],
    queryFn: ({ signal }) => call(listAudit, { query: { from: 1, to: timelineRows, filters } }, { signal }),
    staleTime: lookMs,
    meta: { isHandled: true },
  })

/** Verifies the log of a day, or all of it. */
export const useVerification = () =>
  useMutation({
    meta: { isHandled: true },
    mutationFn: (day: PlainDate | undefined) => call(verifyAuditLog, { query: { day } }),
  })
