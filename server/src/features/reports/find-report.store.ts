import type { Db } from '#platform/database/transaction.ts'

/** Case id and sealed PIN digest by protocol number; undefined for an unknown or deleted report. */
export const findReportByNumber = (db: Db, { year, number }: { year: number; number: number }) =>
  db
    .selectFrom('reports')
    .innerJoin('cases', 'cases.id', 'reports.caseId')
    .select(['reports.caseId', 'reports.pinHash'])
    .where('protocolYear', '=', year)
    .where('protocolNumber', '=', number)
    .executeTakeFirst()
