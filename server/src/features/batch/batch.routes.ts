import {
  cancelAttachmentMigration,
  getAttachmentMigration,
  getEncryptionRun,
  getEncryptionState,
  getFileStores,
  getRun,
  listRuns,
  retireKey,
  startAttachmentMigration,
  startEncryption,
} from '@portal/contract'
import type { Serve } from '#platform/http/serve.ts'
import { serveList } from '#platform/http/serve-list.ts'
import type { Batch } from './batch.service.ts'
import type { AttachmentMigration } from './migration.service.ts'
import type { RunList } from './run-list.ts'

interface Needs {
  readonly batch: Batch
  readonly migration: AttachmentMigration
  readonly runList: RunList
}

export function serveBatch(serve: Serve, { batch, migration, runList }: Needs) {
  serve(getEncryptionState, () => batch.state())
  serve(startEncryption, ({ body }, caller) => batch.start(body.withNewKey ?? false, caller))
  serve(getEncryptionRun, async () => ({ run: await batch.newestRun() }))
  serve(retireKey, ({ body }, { audit }) => batch.retireKey(body.id, audit))
  serve(getFileStores, (_input, { user }) => migration.state(user.id))
  serve(startAttachmentMigration, (_input, caller) => migration.start(caller))
  serve(getAttachmentMigration, async (_input, { user }) => ({ run: await migration.newestRun(user.id) }))
  serve(cancelAttachmentMigration, ({ body }, caller) => migration.cancel(body.id, caller))
  serveList(serve, listRuns, (query, { user }) => runList.list(query, user.id))
  serve(getRun, ({ params }, { user }) => runList.get(params.id, user.id))
}
