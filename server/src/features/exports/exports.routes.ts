import {
  cancelExport,
  type DocumentKind,
  deleteExportTemplate,
  exportFiles,
  getDocuments,
  getExportState,
  getExports,
  listExports,
  listExportTemplates,
  retryExport,
  saveExportTemplate,
  startDocuments,
  startExports,
} from '@portal/contract'
import type { Serve } from '#platform/http/serve.ts'
import type { ExportList } from './export-lists.ts'
import type { Exports } from './exports.service.ts'
import type { ExportTemplates } from './templates/templates.service.ts'

interface Needs {
  readonly exports: Exports
  readonly exportTemplates: ExportTemplates
}

export function serveExports(serve: Serve, { exports, exportTemplates: templates }: Needs) {
  for (const list of Object.keys(startExports) as ExportList[]) {
    serve(exportFiles[list], ({ body }, caller) => exports.chosen(list, body, caller))
    serve(startExports[list], ({ body }, caller) => exports.start(list, body, caller))
    serve(getExports[list], ({ body }, caller) => exports.own.open(list, body.id, caller))
  }
  for (const kind of Object.keys(startDocuments) as DocumentKind[]) {
    serve(startDocuments[kind], ({ body }, caller) => exports.startDocument(kind, body, caller))
    serve(getDocuments[kind], ({ body }, caller) => exports.own.open(kind, body.id, caller))
  }
  serve(getExportState, ({ params }, { user }) => exports.own.state(params.id, user))
  serve(listExports, ({ query }, { user }) => exports.own.list(query, user))
  serve(cancelExport, ({ body }, caller) => exports.own.cancel(body.id, caller))
  serve(retryExport, ({ body }, caller) => exports.own.retry(body.id, caller))
  serve(listExportTemplates, (_input, { user }) => templates.list(user))
  serve(saveExportTemplate, ({ body }, { user }) => templates.save(body, user))
  serve(deleteExportTemplate, ({ body }, { user }) => templates.remove(body.id, user))
}
