import type { Db } from '#platform/database/transaction.ts'

/** The pin's digest of the report with a protocol number; undefined where there is none (any more). */
export const findReportByNumber = (db: Db, { year, number }: { year: number; number: number }) =>
  db
    .selectFrom('reports')
    .innerJoin('cases', 'cases.id', 'reports.caseId')
    .select(['reports.caseId', 'reports.pinHash'])
    .where('protocolYear', '=', year)
    .where('protocolNumber', '=', number)
    .executeTakeFirst()
