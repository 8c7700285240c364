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
  reassignCases,
  searchOperators,
  type UploadFault,
  uploadUsers,
} from '@portal/contract'
import type { Serve } from '#platform/http/serve.ts'
import { type Translate, textsIn } from '#platform/texts.ts'
import type { Operators } from './operators.service.ts'
import type { Upload, Uploads } from './upload/uploads.service.ts'

export function serveOperators(serve: Serve, operators: Operators) {
  serve(listOperators, ({ query }) => operators.list(query))
  serve(searchOperators, ({ body }) => operators.list(body))
  serve(getOperator, ({ params }) => operators.get(params.id))
  serve(addOperator, ({ body }, { user }) => operators.add(body, user))
  serve(changeOperator, ({ body }, { user }) => operators.change(body, user))
  serve(deleteOperator, ({ body }, { user }) => operators.remove(body.id, user))
  serve(reassignCases, ({ body }, { user }) => operators.reassign(body, user))
  serve(listColleagues, () => operators.colleagues())
  serve(listRoles, async (_input, { language }) => {
    const t = textsIn(language)
    return operatorRoles.map((role) => ({ role, label: t(`roles.${role}`) }))
  })
}

const presentFaultIn =
  (t: Translate) =>
  ({ row, field, code }: UploadFault) => ({ row, field, code, message: t(`messages.${code as MessageKey}`) })

const runIn = (t: Translate, run: Upload | undefined) => run && { ...run, faults: run.faults.map(presentFaultIn(t)) }

export function serveUploads(serve: Serve, uploads: Uploads) {
  serve(uploadUsers, async ({ body }, { user, language }) => {
    const t = textsIn(language)
    const { faults, run, ...counts } = await uploads.upload(body, user)
    return { ...counts, faults: faults.map(presentFaultIn(t)), run: runIn(t, run) }
  })
  serve(getUploadRun, async (_input, { language }) => ({ run: runIn(textsIn(language), await uploads.newestRun()) }))
  serve(getUploadTemplate, async ({ query }) => {
    const { uploadTemplate } = await import('./upload/template.ts')
    return uploadTemplate(query.format)
  })
}
