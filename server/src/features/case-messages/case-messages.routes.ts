import {
  endReminder,
  getCorrespondence,
  listCaseMessages,
  markMessagesRead,
  noteCall,
  saveReminder,
  sendCaseMessage,
  writeComment,
} from '@portal/contract'
import type { Serve } from '#platform/http/serve.ts'
import { idempotencyKeyOf } from '#platform/idempotency.ts'
import type { CaseMessaging } from './case-messages.service.ts'

export function serveCaseMessages(serve: Serve, { caseMessages: messages }: { readonly caseMessages: CaseMessaging }) {
  serve(listCaseMessages, ({ params, query }, caller) => messages.list(params.id, caller, query))
  serve(getCorrespondence, ({ params, query }, caller) => messages.correspondence(params.id, caller, query.before))
  serve(writeComment, ({ params, body }, context) =>
    messages.comment({ caseId: params.id, comment: body, key: idempotencyKeyOf(context.request) }, context),
  )
  serve(saveReminder, ({ params, body }, caller) => messages.remind(params.id, body, caller))
  serve(endReminder, ({ params, body }, caller) => messages.endReminder(params.id, body, caller))
  serve(noteCall, ({ params, body }, caller) => messages.noteCall(params.id, body.messageId, caller))
  serve(markMessagesRead, ({ body }, caller) => messages.markEachRead(body.ids, caller))
  serve(sendCaseMessage, ({ params, body }, context) =>
    messages.send({ caseId: params.id, message: body, key: idempotencyKeyOf(context.request) }, context),
  )
}
