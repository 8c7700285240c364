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
import type { Visitors } from '#platform/session/visitor-cookie.ts'
import type { FollowUps } from './follow-up.service.ts'

export function serveFollowUps(serve: Serve, followUps: FollowUps, visitors: Pick<Visitors, 'hashOf' | 'clear'>) {
  serve(openFollowUp, ({ body }, { request, reply }) => followUps.open(body, request, reply))
  serve(getFollowUp, (_input, { request }) => followUps.read(request))
  serve(getEarlierMessages, ({ query }, { request }) => followUps.earlier(request, query.before))
  serve(answerFollowUp, ({ body }, { request }) =>
    followUps.answer(body, request, { visitorHash: visitors.hashOf(request), key: idempotencyKeyOf(request) }),
  )
  serve(getFollowUpReceipt, (_input, { request, language }) => followUps.receipt(request, language))
  serve(closeFollowUp, (_input, { request, reply }) => {
    // Whoever leaves leaves no cookie of the office on the device.
    visitors.clear(request, reply)
    return followUps.close(request, reply)
  })
}
