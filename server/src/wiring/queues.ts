import { registerJob } from '#features/associations/nightly.ts'
import { compareJob } from '#features/registry/duplicates/duplicates.service.ts'
import { retentionJobs } from '#features/retention/retention.service.ts'
import { openDataJob } from '#features/statistics/open-data/open-data.service.ts'
import type { Queues } from '#platform/job-queues.ts'
import { sendMailJob } from '#platform/mail/outbox.ts'
import { runJob } from '#platform/runs/runs.ts'

/** The queues that the database creates at its first start; `jobs.ts` lists the function of each. */
// biome-ignore format: a table
export const queues = {
  [sendMailJob]:           { retries: 20 },
  'mails.give-up':         { retries: 5 },
  [runJob]:                { retries: 20 },
  [registerJob]:           { retries: 5 },
  [compareJob]:            { retries: 2 },
  'audit.months':          { retries: 5 },
  'mailboxes.read':        { retries: 0 },
  'cases.digest':          { retries: 5 },
  'cases.remind':          { retries: 5 },
  'cases.fold':            { retries: 0 },
  'lists.check':           { retries: 5 },
  [openDataJob]:           { retries: 5 },
  'database.tidy':         { retries: 0 },
  [retentionJobs.hourly]:  { retries: 5 },
  [retentionJobs.nightly]: { retries: 5 },
} satisfies Queues
