import { listCaseMessages, sendCaseMessage } from '@portal/contract'
import type { Serve } from '#platform/http/serve.ts'
import { idempotencyKeyOf } from '#platform/idempotency.ts'
import type { CaseMessaging } from './case-messages.service.ts'

export function serveCaseMessages(serve: Serve, messages: CaseMessaging) {
  serve(listCaseMessages, ({ params, query }, { user }) => messages.list(params.id, user, query.before))
  serve(sendCaseMessage, ({ params, body }, { user, request }) =>
    messages.send(params.id, body.text ?? '', user, idempotencyKeyOf(request)),
  )
}
