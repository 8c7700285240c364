import {
  addOperator,
  changeOperator,
  deleteOperator,
  getOperator,
  getUploadRun,
  getUploadTemplate,
  listColleagues,
  listOperators,
  listRoles,
  type MessageKey,
  operatorRoles,
  type RowError,
  reassignCases,
  searchOperators,
  uploadUsers,
} from '@portal/contract'
import type { Serve } from '#platform/http/serve.ts'
import { serveList } from '#platform/http/serve-list.ts'
import { type Translate, textsIn } from '#platform/texts.ts'
import type { Operators } from './operators.service.ts'
import type { Upload, Uploads } from './upload/uploads.service.ts'

export function serveOperators(serve: Serve, { operators }: { readonly operators: Operators }) {
  serveList(serve, listOperators, operators.list)
  serveList(serve, searchOperators, operators.list)
  serve(getOperator, ({ params }, { audit }) => operators.get(params.id, audit))
  serve(addOperator, ({ body }, caller) => operators.add(body, caller))
  serve(changeOperator, ({ body }, caller) => operators.change(body, caller))
  serve(deleteOperator, ({ body }, caller) => operators.remove(body.id, caller))
  serve(reassignCases, ({ body }, caller) => operators.reassign(body, caller))
  serve(listColleagues, () => operators.colleagues())
  serve(listRoles, async (_input, { language }) => {
    const t = textsIn(language)
    return operatorRoles.map((role) => ({ role, label: t(`roles.${role}`) }))
  })
}

const presentErrorIn =
  (t: Translate) =>
  ({ row, field, code }: RowError) => ({ row, field, code, message: t(`messages.${code as MessageKey}`) })

const runIn = (t: Translate, run: Upload | undefined) => run && { ...run, errors: run.errors.map(presentErrorIn(t)) }

export function serveUploads(serve: Serve, { uploads }: { readonly uploads: Uploads }) {
  serve(uploadUsers, async ({ body }, context) => {
    const t = textsIn(context.language)
    const { errors, run, ...counts } = await uploads.upload(body, context)
    return { ...counts, errors: errors.map(presentErrorIn(t)), run: runIn(t, run) }
  })
  serve(getUploadRun, async (_input, { language }) => ({ run: runIn(textsIn(language), await uploads.newestRun()) }))
  serve(getUploadTemplate, async ({ query }) => {
    const { uploadTemplate } = await import('./upload/template.ts')
    return uploadTemplate(query.format)
  })
}
