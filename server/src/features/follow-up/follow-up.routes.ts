import {
  answerFollowUp,
  closeFollowUp,
  getEarlierMessages,
  getFollowUp,
  getFollowUpReceipt,
  openFollowUp,
  requestCall,
} from '@portal/contract'
import type { Serve } from '#platform/http/serve.ts'
import { idempotencyKeyOf } from '#platform/idempotency.ts'
import type { Leave, Visitors } from '#platform/session/visitor-cookie.ts'
import type { FollowUps } from './follow-up.service.ts'

interface Services {
  readonly followUps: FollowUps
  readonly visitors: Pick<Visitors, 'hashOf'>
  readonly leave: Leave
}

export function serveFollowUps(serve: Serve, { followUps, visitors, leave }: Services) {
  serve(openFollowUp, ({ body }, context) => followUps.open(body, context))
  serve(getFollowUp, (_input, context) => followUps.read(context))
  serve(getEarlierMessages, ({ query }, context) => followUps.earlier(context, query.before))
  serve(answerFollowUp, ({ body }, context) => {
    const { request } = context
    return followUps.answer(body, context, { visitorHash: visitors.hashOf(request), key: idempotencyKeyOf(request) })
  })
  serve(requestCall, ({ body }, context) => followUps.requestCall(body, context, idempotencyKeyOf(context.request)))
  serve(getFollowUpReceipt, ({ query }, context) => followUps.receipt(context, context.tag, query.format))
  serve(closeFollowUp, (_input, { request, reply }) => leave(request, reply))
}
