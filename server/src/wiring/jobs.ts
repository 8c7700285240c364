import { registerJob } from '#features/associations/nightly.ts'
import { notifyDueReminders } from '#features/case-messages/index.ts'
import { notifyOfActions } from '#features/cases/actions/case-undo.service.ts'
import { foldCases } from '#features/cases/cases.service.ts'
import { readMailboxes } from '#features/mailbox/read-mailboxes.service.ts'
import { compareJob } from '#features/registry/duplicates/duplicates.service.ts'
import { retentionJobs } from '#features/retention/retention.service.ts'
import { openDataJob } from '#features/statistics/open-data/open-data.service.ts'
import { makePartitions, monthsAhead } from '#platform/audit/audit.store.ts'
import type { QueuedJob, TimedJob } from '#platform/jobs.ts'
import { sendMailJob } from '#platform/mail/outbox.ts'
import { runJob } from '#platform/runs/runs.ts'
import type { queues } from './queues.ts'
import type { Services } from './services.ts'

/**
 * Every job of the server: its name, schedule and function. Its queue is in queues.ts, its row in docs/operations.md, which a test
 * compares; payloads carry ids only. What every process runs every few seconds is a timed job, without a queue.
 */
// biome-ignore format: a table
export const jobsOf = ({ db, clock, agenda, associations, assurances, caseNeeds, registry, digestHour, outbox, giveUpMails, entries, openData, mailboxReading, vault, chainer, retention, tidy, jobs, runs }: Services) => ({
  queued: {
    [sendMailJob]:     { run: outbox.deliver },
    'mails.give-up':   { every: '40 * * * *',    run: () => giveUpMails() },
    [runJob]:          { run: runs.work, atOnce: 4 },
    [registerJob]:     { every: '20 0 * * *',    run: (_data: object, audit) => associations.night.run(audit) },
    [compareJob]:      { every: '*/5 * * * *',   run: (_data: object, audit) => registry.compareAll(audit) },
    'audit.months':    { every: '23 3 * * *',    run: () => makePartitions(db, monthsAhead) },
    'cases.digest':    { every: '0 * * * 1-5',   run: (_data: object, audit) => agenda.digestAll(audit) },
    'cases.remind':    { every: `*/10 ${digestHour}-19 * * *`, run: () => notifyDueReminders(caseNeeds) },
    'cases.fold':      { every: '* * * * *',     run: () => foldCases(db) },
    'mailboxes.read':  { every: '* * * * *',     run: (_data: object, audit) => readMailboxes(mailboxReading, audit) },
    'lists.check':     { every: '50 2 * * *',    run: entries.checkRetired },
    [openDataJob]:     { every: '30 1 * * *',    run: openData.publish },
    'database.tidy':   { every: '40 3,12 * * *', run: tidy },
    [retentionJobs.hourly]:  { every: '17 * * * *', run: () => retention.run('hourly') },
    [retentionJobs.nightly]: { every: '10 3 * * *', run: () => retention.run('nightly') },
  } satisfies Record<keyof typeof queues, QueuedJob<never>>,
  timed: {
    'jobs.tend':       { seconds: 5, run: jobs.tend },
    'runs.tend':       { seconds: 5, run: runs.tend },
    'keys.reload':     { seconds: 1, run: vault.ring.reload },
    'assurances.reload': { seconds: 5, run: assurances.reload },
    'clock.follow':    { seconds: 5, run: async () => clock.follow?.() },
    'cases.notify':    { seconds: 1, run: () => notifyOfActions(caseNeeds) },
    'audit.chain':     { seconds: 2, run: chainer.run },
  } satisfies Record<string, TimedJob>,
})
