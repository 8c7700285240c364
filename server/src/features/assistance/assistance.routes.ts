import {
  type AssistanceRequest,
  assistanceForm,
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

interface Services {
  readonly assistance: Assistance
  readonly visitors: Visitors
  readonly reference: { fieldErrorsOf(form: typeof assistanceForm, request: AssistanceRequest): Promise<FieldError[]> }
}

export function serveAssistance(serve: Serve, { assistance, visitors, reference }: Services) {
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
    (request) => reference.fieldErrorsOf(assistanceForm, request),
  )
}
