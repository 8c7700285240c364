import {
  limits,
  type RetentionAction,
  type RetentionRuleName,
  type RetentionSchedule,
  type RetentionUnit,
} from '@portal/contract'

/** The settings for retention periods. */
export interface Keep {
  readonly casesYears: number
  readonly mailsDays: number
  readonly receivedMailsDays: number
  readonly filesHours: number
  readonly jobsHours: number
}

export interface Duration {
  readonly amount: number
  readonly unit: RetentionUnit
}

interface Rule {
  readonly after: (keep: Keep) => Duration
  readonly action: RetentionAction
  readonly schedule: RetentionSchedule
}

const hours = (amount: number): Duration => ({ amount, unit: 'hours' })
const days = (amount: number): Duration => ({ amount, unit: 'days' })
const years = (amount: number): Duration => ({ amount, unit: 'years' })

/** The rules: after which period, how and how often data is removed (decisions §10). The store has the statements. */
// biome-ignore format: a table
export const retentionTable = {
  // Ended sessions and expired captchas have no further use, and no rate limit looks back more than an hour.
  endedSessions:   { after: () => hours(0),                        action: 'delete',       schedule: 'hourly' },
  requestCounts:   { after: () => hours(1),                        action: 'delete',       schedule: 'hourly' },
  repeatedAnswers: { after: () => hours(24),                       action: 'delete',       schedule: 'hourly' },
  lapsedChallenges: { after: () => hours(0),                       action: 'delete',       schedule: 'hourly' },
  sentTexts:       { after: () => hours(24),                       action: 'delete',       schedule: 'hourly' },
  spidRequests:    { after: () => hours(1),                        action: 'delete',       schedule: 'hourly' },
  // 24 months: AgID's technical rules. There is no legal ground to store older entries.
  spidLog:         { after: () => years(2),                        action: 'delete',       schedule: 'nightly' },
  sentMails:       { after: ({ mailsDays }) => days(mailsDays),    action: 'delete',       schedule: 'nightly' },
  outboxFiles:     { after: ({ mailsDays }) => days(mailsDays),    action: 'delete',       schedule: 'nightly' },
  receivedMails:   { after: ({ receivedMailsDays }) => days(receivedMailsDays), action: 'delete', schedule: 'nightly' },
  finishedJobs:    { after: ({ jobsHours }) => hours(jobsHours),   action: 'delete',       schedule: 'nightly' },
  finishedBatches: { after: ({ jobsHours }) => hours(jobsHours),   action: 'delete',       schedule: 'nightly' },
  expiredFiles:    { after: ({ filesHours }) => hours(filesHours), action: 'delete',       schedule: 'hourly' },
  closedCases:     { after: ({ casesYears }) => years(casesYears), action: 'pseudonymise', schedule: 'nightly' },
  unnamedRecords:  { after: ({ casesYears }) => years(casesYears), action: 'delete',       schedule: 'nightly' },
  mergedRecords:   { after: () => days(limits.undoMergeDays),      action: 'delete',       schedule: 'nightly' },
  waitingRequests: { after: () => years(1),                        action: 'pseudonymise', schedule: 'nightly' },
  decidedRequests: { after: ({ casesYears }) => years(casesYears), action: 'pseudonymise', schedule: 'nightly' },
  // The link of an unfinished application holds 30 days, and that of one to be confirmed a day; then they are of no use.
  enrolmentDrafts: { after: () => hours(0),                        action: 'delete',       schedule: 'hourly' },
} as const satisfies Record<RetentionRuleName, Rule>

export const retentionRules = Object.keys(retentionTable) as RetentionRuleName[]

const hourMs = 60 * 60 * 1000

/** `now` minus a duration: data from before that instant is due. Years are calendar years: a period from 29 February ends on 1 March. */
export function instantBefore(now: Date, { amount, unit }: Duration): Date {
  if (unit !== 'years') return new Date(now.getTime() - amount * (unit === 'days' ? 24 : 1) * hourMs)
  const before = new Date(now)
  before.setUTCFullYear(now.getUTCFullYear() - amount)
  // From 29 February, JavaScript moves to 1 March of a common year, which would delete the data of a day too early.
  if (before.getUTCMonth() !== now.getUTCMonth()) before.setUTCDate(0)
  return before
}
