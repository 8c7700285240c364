import { prepareDatabase } from '../src/prepare-database.ts'

/** What every test database begins with: the same as every installation. */
export const prepareTemplate = prepareDatabase

/** Files and folders of the server that the template is made from: a change in one makes it anew. */
export const templateInputs = [
  'migrations',
  'src/features/reference',
  'src/platform/audit/audit.store.ts',
  'src/platform/database',
  'src/platform/jobs.ts',
  'src/prepare-database.ts',
  'src/queues.ts',
]
