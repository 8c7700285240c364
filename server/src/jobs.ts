import { encryptionJob } from '#features/batch/batch.service.ts'
import { uploadJob } from '#features/operators/upload/uploads.service.ts'
import { retentionJobs } from '#features/retention/retention.service.ts'
import { rightsJob } from '#features/rights/rights.work.ts'
import { makePartitions, monthsAhead } from '#platform/audit/audit.store.ts'
import type { Job } from '#platform/jobs.ts'
import { sendMailJob } from '#platform/mail/outbox.ts'
import type { Services } from './services.ts'

/** Every job of the server: its name, when it runs, what it does. */
// biome-ignore format: a table
export const jobsOf = ({ db, agenda, digestHour, outbox, cases, batch, vault, chainer, retention, rights, tidy, uploads }: Services) => ({
  [sendMailJob]:     { retries: 20, run: outbox.deliver },
  [encryptionJob]:   { retries: 20, run: batch.encrypt },
  [rightsJob]:       { retries: 5,  run: rights.work },
  [uploadJob]:       { retries: 20, run: uploads.carryOut },
  'keys.reload':     { retries: 0, every: '1s',           run: vault.ring.reload },
  'audit.chain':     { retries: 0, every: '2s',           run: chainer.run },
  'audit.months':    { retries: 2, every: '23 3 * * *',   run: () => makePartitions(db, monthsAhead) },
  'cases.digest':    { retries: 5, every: `0 ${digestHour}-23 * * 1-5`, run: agenda.digestAll },
  'cases.fold':      { retries: 0, every: '* * * * *',    run: cases.foldCounts },
  'database.tidy':   { retries: 0, every: '40 3,12 * * *', run: tidy },
  [retentionJobs.hourly]:  { retries: 0, every: '17 * * * *', run: () => retention.run('hourly') },
  [retentionJobs.nightly]: { retries: 0, every: '10 3 * * *', run: () => retention.run('nightly') },
}) satisfies Record<string, Job<never>>
