import {
  type AssistanceRequest,
  type FieldError,
  formMarkHeader,
  getAssistanceItems,
  readFormMark,
  sendAssistanceRequest,
} from '@portal/contract'
import type { Serve } from '#platform/http/serve.ts'
import { idempotencyKeyOf } from '#platform/idempotency.ts'
import { networkOf } from '#platform/network.ts'
import type { Visitors } from '#platform/session/visitor-cookie.ts'
import type { Assistance } from './assistance.service.ts'

/** `check` reports a subject that is not in the list. */
export function serveAssistance(
  serve: Serve,
  assistance: Assistance,
  visitors: Visitors,
  check: (request: AssistanceRequest) => Promise<FieldError[]>,
) {
  serve(getAssistanceItems, (_input, { language }) => assistance.items(language))
  serve(
    sendAssistanceRequest,
    ({ body }, { request, language, audit }) => {
      const sender = {
        network: networkOf(request.ip),
        visitorHash: visitors.hashOf(request),
        idempotencyKey: idempotencyKeyOf(request),
        mark: readFormMark(String(request.headers[formMarkHeader.toLowerCase()] ?? '')),
        language,
      }
      return assistance.send(body, sender, audit)
    },
    check,
  )
}
