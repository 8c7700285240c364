import { callRequestForm, type FieldError, type NewCallRequest, readDraft, requestCall } from '@portal/contract'
import type { FastifyError, FastifyRequest } from 'fastify'
import type { AppError } from '#platform/app-error.ts'
import { todayOf } from '#platform/clock.ts'
import { appErrorOf } from '#platform/http/errors.ts'
import type { BrowserCall } from '#platform/session/caller.ts'
import { defineSlot } from '#platform/session/visit-memory.ts'
import { type createFormSeal, ticketNames } from './form-seal.ts'
import type { Denial } from './plain-report.service.ts'
import type { PlainServices, PostedPage } from './plain-services.ts'
import { textIn } from './posted.ts'

/** A request to be called that was posted and not sent, shown again to who opens the same report. */
export interface UnsentCall {
  readonly typed: { readonly phone: string; readonly callHours: string; readonly onlyToReporter: boolean }
  /** Keyed digest of the report's case. */
  readonly subject: string
  readonly fieldErrors: readonly (FieldError & { readonly key: string })[]
}

export const callSlot = defineSlot<UnsentCall>('call')

const { phone, callHours, onlyToReporter } = callRequestForm.fields

/** What became of a posted request. */
export type CallOutcome =
  | { readonly kind: 'sent' }
  | { readonly kind: 'ended' | 'invalid'; readonly unsent: UnsentCall }
  | { readonly kind: 'refused'; readonly unsent: UnsentCall; readonly denial: Denial }

interface Needs extends PlainServices {
  readonly followUps: {
    caseOf(request: FastifyRequest): Promise<number | undefined>
    requestCall(call: NewCallRequest, browser: BrowserCall, key: string | undefined): Promise<unknown>
  }
}

/** Sends a posted request to be called, as the API does. */
export function createCallRequesting(
  needs: Needs,
  seal: ReturnType<typeof createFormSeal>,
  isOfCase: (subject: string, caseId: number | undefined) => boolean,
) {
  const { followUps, audit, clock, log } = needs

  async function send({ request, reply }: PostedPage, call: NewCallRequest, key: string): Promise<Denial | undefined> {
    try {
      await audit.call(requestCall, request, (recorder) =>
        followUps.requestCall(call, { request, reply, audit: recorder }, key),
      )
      return undefined
    } catch (error) {
      const { code, status, details } = appErrorOf(error as FastifyError | AppError)
      if (status >= 500) log.error({ err: error }, 'call failed')
      return { code, params: details.params }
    }
  }

  return async (page: PostedPage): Promise<CallOutcome> => {
    const { posted, visit, isKnown, request } = page
    const typed = {
      phone: textIn(posted, phone.wire),
      callHours: textIn(posted, callHours.wire),
      onlyToReporter: textIn(posted, onlyToReporter.wire) === '1',
    }
    const subject = textIn(posted, ticketNames.subject)
    const { values, fieldErrors } = readDraft(callRequestForm, typed, todayOf(clock))
    const unsent = { typed, subject, fieldErrors }
    if (!isOfCase(subject, await followUps.caseOf(request))) return { kind: 'ended', unsent }
    const ticket = isKnown ? seal.read(visit.hash, posted) : undefined
    if (!ticket) return { kind: 'refused', unsent, denial: { code: 'lapsed' } }
    if (fieldErrors.length > 0) return { kind: 'invalid', unsent }
    const denial = await send(page, values, `plain-call-${ticket.key}`)
    return denial ? { kind: 'refused', unsent, denial } : { kind: 'sent' }
  }
}
