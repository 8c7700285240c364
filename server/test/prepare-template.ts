import { prepareDatabase } from '../src/wiring/prepare-database.ts'

/** Prepares the template of test databases in the same way as a new installation. */
export const prepareTemplate = prepareDatabase

/** Files and folders that the template depends on; a change in one rebuilds it. */
export const templateInputs = [
  'migrations',
  'src/features/reference',
  'src/platform/audit/audit.store.ts',
  'src/platform/database',
  'src/platform/jobs.ts',
  'src/wiring/prepare-database.ts',
  'src/wiring/queues.ts',
]
