import {
  answerFollowUp,
  closeFollowUp,
  getEarlierMessages,
  getFollowUp,
  getFollowUpReceipt,
  openFollowUp,
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
  serve(openFollowUp, ({ body }, { request, reply }) => followUps.open(body, request, reply))
  serve(getFollowUp, (_input, { request }) => followUps.read(request))
  serve(getEarlierMessages, ({ query }, { request }) => followUps.earlier(request, query.before))
  serve(answerFollowUp, ({ body }, { request }) =>
    followUps.answer(body, request, { visitorHash: visitors.hashOf(request), key: idempotencyKeyOf(request) }),
  )
  serve(getFollowUpReceipt, (_input, { request, language }) => followUps.receipt(request, language))
  serve(closeFollowUp, (_input, { request, reply }) => leave(request, reply))
}
