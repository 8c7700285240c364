import { getEncryptionRun, getEncryptionState, retireKey, startEncryption } from '@portal/contract'
import type { Serve } from '#platform/http/serve.ts'
import type { Batch } from './batch.service.ts'

export function serveBatch(serve: Serve, { batch }: { readonly batch: Batch }) {
  serve(getEncryptionState, () => batch.state())
  serve(startEncryption, ({ body }, caller) => batch.start(body.withNewKey ?? false, caller))
  serve(getEncryptionRun, async () => ({ run: await batch.newestRun() }))
  serve(retireKey, ({ body }, { audit }) => batch.retireKey(body.id, audit))
}
