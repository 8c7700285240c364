import {
  cancelTransfer,
  getTransferFile,
  getTransferFolders,
  startTransfer,
  startTransferCheck,
} from '@portal/contract'
import type { Serve } from '#platform/http/serve.ts'
import type { TransferFolders } from './folders.service.ts'

interface Needs {
  readonly transfer: { readonly folders: TransferFolders }
}

export function serveTransfer(serve: Serve, { transfer: { folders } }: Needs) {
  serve(getTransferFolders, (_input, { user }) => folders.state(user.id))
  serve(startTransferCheck, ({ body }, caller) => folders.startCheck(body.name, caller))
  serve(startTransfer, ({ body }, caller) => folders.startImport(body.name, caller))
  serve(cancelTransfer, ({ body }, caller) => folders.cancel(body.id, caller))
  serve(getTransferFile, ({ query }, caller) => folders.file(query.name, query.kind, caller))
}
