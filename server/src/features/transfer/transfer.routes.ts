import {
  cancelTransfer,
  getTransferFile,
  getTransferFolders,
  type MessageKey,
  type ScanCode,
  scanCodes,
  startTransfer,
  startTransferCheck,
  uploadTransferTable,
} from '@portal/contract'
import type { Serve } from '#platform/http/serve.ts'
import { networkOf } from '#platform/network.ts'
import { textsIn } from '#platform/texts.ts'
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

const isScanCode = (code: string): code is ScanCode => scanCodes.some((each) => each === code)

/** Errors that an answer has at most. */
const mostErrors = 1000

/** Serves the upload of the table; `serve` must belong to an instance that parses multipart bodies. */
export function serveTransferTables(serve: Serve, { transfer: { folders } }: Needs) {
  serve(uploadTransferTable, async ({ query, upload }, { request, language, audit }) => {
    const taken = await folders.takeTable(query.name, { upload, network: networkOf(request.ip) }, { audit })
    const t = textsIn(language)
    const messageOf = (code: string) =>
      isScanCode(code) ? t(`antivirus.${code}`, { size: '2 MB' }) : t(`messages.${code as MessageKey}`)
    const errors = taken.errors.slice(0, mostErrors).map((error) => ({ ...error, message: messageOf(error.code) }))
    return { ...taken, errors, errorCount: taken.errors.length }
  })
}
