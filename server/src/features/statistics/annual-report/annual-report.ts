import {
  type AnnualReportRequest,
  annualReportYears,
  type CountedSet,
  type Office,
  type ReportPeriods,
  type Role,
  reportPeriods,
  reportSubjects,
  type StatisticsSubject,
  statisticsSubjects,
} from '@portal/contract'
import { invalidInput } from '#platform/app-error.ts'
import { type Clock, todayOf } from '#platform/clock.ts'
import type { Reader } from '#platform/session/caller.ts'
import { textsIn } from '#platform/texts.ts'
import type { WordDocument } from '#platform/word/word-document.ts'
import type { StatisticsCaller } from '../statistics.service.ts'
import { reportDocument } from './report-document.ts'

interface Needs {
  readonly clock: Clock
  readonly office: Pick<Office, 'name'>
  /** The statistics of a period and of another to compare it with. */
  readonly ofPeriods: (
    subject: StatisticsSubject,
    periods: ReportPeriods,
    caller: StatisticsCaller,
  ) => Promise<{ readonly result: CountedSet; readonly comparison: CountedSet }>
  /** Writes a document in another process. */
  readonly write: (document: WordDocument, reader: Reader) => Promise<Uint8Array>
}

/** What the run of a report does besides counting. */
interface RunWork extends StatisticsCaller {
  /** Notes that tables are finished. */
  readonly count: (tables: number) => Promise<void>
}

const tablesOf = (subject: StatisticsSubject) => Object.keys(statisticsSubjects[subject].indicators).length

/**
 * The annual report: the statistics that its reader sees, of a year and the year before, as a document to edit. A run of the
 * exports writes it.
 */
export const createAnnualReport = ({ clock, office, ofPeriods, write }: Needs) => ({
  format: 'docx' as const,

  nameOf: ({ year }: AnnualReportRequest) => textsIn('it')('exports.documents.annualReport', { year }),

  /** How many tables a role gets. */
  sizeFor: (role: Role) => reportSubjects(role).reduce((sum, subject) => sum + tablesOf(subject), 0),

  /** Throws 400 for a year without a report. */
  check({ year }: AnnualReportRequest): void {
    if (!annualReportYears(todayOf(clock)).includes(year))
      throw invalidInput([{ path: 'anno', message: 'scelta_non_valida' }])
  },

  async make({ year }: AnnualReportRequest, { user, audit, count }: RunWork): Promise<Uint8Array> {
    const madeAt = clock.now()
    const periods = reportPeriods(year, todayOf(clock))
    const chapters: Parameters<typeof reportDocument>[0]['chapters'][number][] = []
    for (const subject of reportSubjects(user.selectedRole)) {
      const { result, comparison } = await ofPeriods(subject, periods, { user, audit })
      chapters.push({ subject, sets: [result, comparison] })
      await count(tablesOf(subject))
    }
    return write(reportDocument({ office, year, periods, madeAt, chapters }), user)
  },
})
