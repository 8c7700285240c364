import {
  type Answer,
  answerFollowUp,
  answerForm,
  type FieldError,
  type FollowUp,
  type FollowUpAccess,
  followUpAccess,
  getEarlierMessages,
  getFollowUp,
  type MessagePage,
  type NewCallRequest,
  openFollowUp,
  readDraft,
} from '@portal/contract'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import * as z from 'zod/mini'
import type { AppError } from '#platform/app-error.ts'
import { todayOf } from '#platform/clock.ts'
import { appErrorOf } from '#platform/http/errors.ts'
import type { BrowserCall } from '#platform/session/caller.ts'
import { defineSlot } from '#platform/session/visit-memory.ts'
import type { Visit } from '#platform/session/visitor-cookie.ts'
import { createFormSeal, ticketNames } from './form-seal.ts'
import { type CallOutcome, callSlot, createCallRequesting, type UnsentCall } from './plain-call-request.ts'
import type { Denial } from './plain-report.service.ts'
import type { Exchange, PlainServices, PostedPage } from './plain-services.ts'
import { type Posted, textIn } from './posted.ts'

/** Names of the controls. */
export const followUpNames = { action: 'azione', code: 'codice', pin: 'pin', text: 'testo', ended: 'chiusa' } as const
export type AccessField = 'code' | 'pin'

/** A message that the next page shows once. */
export type Notice =
  | { readonly kind: 'wrong' | 'failed' | 'lapsed' | 'ended' | 'sent' | 'callSent' }
  | { readonly kind: 'locked'; readonly denial: Denial }
  | { readonly kind: 'missing'; readonly fields: readonly AccessField[] }
  | { readonly kind: 'notSent' | 'callNotSent'; readonly denial: Denial }

/** An answer that was posted and not sent. It is shown again to who opens the same report. */
export interface UnsentAnswer {
  readonly text: string
  /** Keyed digest of the report's case. */
  readonly subject: string
  readonly fieldErrors: readonly FieldError[]
}

/** What the page of an opened report shows. */
export interface OpenedReport {
  readonly record: FollowUp
  /** The messages before one, instead of the newest. */
  readonly earlier: MessagePage | undefined
  readonly unsent: UnsentAnswer | undefined
  readonly unsentCall: UnsentCall | undefined
  readonly subject: string
}

export interface FollowUpCalls {
  caseOf(request: FastifyRequest): Promise<number | undefined>
  dropEnded(request: FastifyRequest, reply: FastifyReply): boolean
  open(access: FollowUpAccess, call: BrowserCall): Promise<FollowUp>
  read(call: BrowserCall): Promise<FollowUp>
  earlier(call: BrowserCall, before: number | undefined): Promise<MessagePage>
  answer(
    answer: Answer,
    call: BrowserCall,
    sender: { visitorHash: string | undefined; key: string | undefined },
  ): Promise<FollowUp>
  requestCall(call: NewCallRequest, browser: BrowserCall, key: string | undefined): Promise<FollowUp>
}

export interface PlainFollowUpNeeds extends PlainServices {
  readonly followUps: FollowUpCalls
}

const noticeSlot = defineSlot<Notice>('notice')
const answerSlot = defineSlot<UnsentAnswer>('answer')
const subjectPurpose = 'plain_report.case'

/** The follow-up of a report without scripts: the calls of the API, whose results the next page shows. */
export function createPlainFollowUps(needs: PlainFollowUpNeeds) {
  const { vault, visitMemory, followUps, audit } = needs
  const seals = { access: createFormSeal(vault, 'access'), answer: createFormSeal(vault, 'answer') }
  const isOfCase = (subject: string, caseId: number | undefined) =>
    caseId !== undefined && vault.digests(subjectPurpose, String(caseId)).includes(subject)
  const request = createCallRequesting(needs, seals.answer, isOfCase)

  return {
    seals,
    takeNotice: async (visit: Visit | undefined) => visit && visitMemory.take(visit, noticeSlot),

    /** The report of the request's session; undefined without one. */
    async findOpened({ request, reply }: Exchange, visit: Visit | undefined, before: number | undefined) {
      const caseId = await followUps.caseOf(request)
      if (caseId === undefined) return undefined
      const record = await audit.call(getFollowUp, request, (recorder) =>
        followUps.read({ request, reply, audit: recorder }),
      )
      const earlier =
        before === undefined
          ? undefined
          : await audit.call(getEarlierMessages, request, (recorder) =>
              followUps.earlier({ request, reply, audit: recorder }, before),
            )
      const unsent = visit && (await visitMemory.find(visit, answerSlot))
      const unsentCall = visit && (await visitMemory.find(visit, callSlot))
      return {
        record,
        earlier,
        unsent: unsent && isOfCase(unsent.subject, caseId) ? unsent : undefined,
        unsentCall: unsentCall && isOfCase(unsentCall.subject, caseId) ? unsentCall : undefined,
        subject: vault.digest(subjectPurpose, String(caseId)),
      } satisfies OpenedReport
    },

    open: createOpening(needs, seals.access),
    answer: createAnswering(needs, seals.answer, isOfCase),

    /** Sends a request to be called; the next page shows what became of it. */
    async requestCall(page: PostedPage): Promise<void> {
      const outcome = await request(page)
      if ('unsent' in outcome) await visitMemory.put(page.visit, callSlot, outcome.unsent)
      else await visitMemory.forget(page.visit, callSlot)
      const notice = noticeOfCall(outcome)
      if (notice) await visitMemory.put(page.visit, noticeSlot, notice)
    },
  }
}

/** What the next page says about a request to be called; an invalid one says it at its fields. */
function noticeOfCall(outcome: CallOutcome): Notice | undefined {
  if (outcome.kind === 'refused') return { kind: 'callNotSent', denial: outcome.denial }
  if (outcome.kind === 'sent') return { kind: 'callSent' }
  return outcome.kind === 'ended' ? { kind: 'ended' } : undefined
}

type Seal = ReturnType<typeof createFormSeal>

/** The posted code and PIN, or the fields that are empty; undefined for what can be neither. */
function readAccess(posted: Posted): FollowUpAccess | { readonly missing: readonly AccessField[] } | undefined {
  const missing = (['code', 'pin'] as const).filter((field) => textIn(posted, followUpNames[field]).trim() === '')
  if (missing.length > 0) return { missing }
  const typed = { codice: textIn(posted, followUpNames.code), pin: textIn(posted, followUpNames.pin) }
  const access = z.safeDecode(followUpAccess, typed)
  return access.success ? access.data : undefined
}

/** The notice for a report that was not opened. */
function noticeOfError(error: unknown, log: Logger): Notice {
  const { code, status, details } = appErrorOf(error as FastifyError | AppError)
  if (code === 'wrong_pin') return { kind: 'wrong' }
  if (code === 'too_many') return { kind: 'locked', denial: { code, params: details.params } }
  if (status >= 500) log.error({ err: error }, 'call failed')
  return { kind: 'failed' }
}

/** Opens a report with the posted code and PIN; neither is stored or shown again. */
function createOpening({ visitMemory, followUps, audit, log }: PlainFollowUpNeeds, seal: Seal) {
  async function noticeOf({ posted, visit, isKnown, request, reply }: PostedPage): Promise<Notice | undefined> {
    if (!isKnown || !seal.read(visit.hash, posted)) return { kind: 'lapsed' }
    const access = readAccess(posted)
    if (!access) return { kind: 'wrong' }
    if ('missing' in access) return { kind: 'missing', fields: access.missing }
    try {
      await audit.call(openFollowUp, request, (recorder) => followUps.open(access, { request, reply, audit: recorder }))
      return undefined
    } catch (error) {
      return noticeOfError(error, log)
    }
  }
  return async (page: PostedPage): Promise<void> => {
    const notice = await noticeOf(page)
    if (notice) await visitMemory.put(page.visit, noticeSlot, notice)
  }
}

/** Why an answer was not sent, and its text; undefined where it was sent. */
interface Refused {
  readonly notice?: Notice
  readonly unsent: UnsentAnswer
}

/** Sends an answer; returns why it was not sent. */
async function sendAnswer(
  { followUps, audit, log }: PlainFollowUpNeeds,
  { request, reply, visit }: PostedPage,
  answer: Answer,
  key: string,
): Promise<Denial | undefined> {
  try {
    await audit.call(answerFollowUp, request, (recorder) =>
      followUps.answer(answer, { request, reply, audit: recorder }, { visitorHash: visit.hash, key }),
    )
    return undefined
  } catch (error) {
    const { code, status, details } = appErrorOf(error as FastifyError | AppError)
    if (status >= 500) log.error({ err: error }, 'call failed')
    return { code, params: details.params }
  }
}

/** The posted answer after an error before it was sent, such as a database that is away. */
function refusedBy(error: unknown, { posted }: PostedPage, log: Logger): Refused {
  const { code, details } = appErrorOf(error as FastifyError | AppError)
  log.error({ err: error }, 'call failed')
  return {
    unsent: {
      text: textIn(posted, followUpNames.text),
      subject: textIn(posted, ticketNames.subject),
      fieldErrors: [],
    },
    notice: { kind: 'notSent', denial: { code, params: details.params } },
  }
}

/** Sends the posted answer. What is not sent is stored for the report that it was written to. */
function createAnswering(
  needs: PlainFollowUpNeeds,
  seal: Seal,
  isOfCase: (subject: string, caseId: number | undefined) => boolean,
) {
  const { visitMemory, followUps, log, clock } = needs
  async function attempt(page: PostedPage): Promise<Refused | undefined> {
    const { posted, visit, isKnown, request } = page
    const text = textIn(posted, followUpNames.text)
    const subject = textIn(posted, ticketNames.subject)
    const ticket = isKnown ? seal.read(visit.hash, posted) : undefined
    const { values, fieldErrors } = readDraft(answerForm, { text }, todayOf(clock))
    const unsent = { text, subject, fieldErrors }
    if (!isOfCase(subject, await followUps.caseOf(request))) return { unsent, notice: { kind: 'ended' } }
    if (!ticket) return { unsent, notice: { kind: 'notSent', denial: { code: 'lapsed' } } }
    if (fieldErrors.length > 0) return { unsent }
    const denial = await sendAnswer(needs, page, values, `plain-${ticket.key}`)
    return denial && { unsent, notice: { kind: 'notSent', denial } }
  }

  /** Returns the refused answer where it could not be stored, so that the answer itself must show it. */
  return async (page: PostedPage): Promise<Refused | undefined> => {
    const { visit } = page
    const refused = await attempt(page).catch((error: unknown) => refusedBy(error, page, log))
    try {
      if (refused) await visitMemory.put(visit, answerSlot, refused.unsent)
      else await visitMemory.forget(visit, answerSlot)
      const notice: Notice | undefined = refused ? refused.notice : { kind: 'sent' }
      if (notice) await visitMemory.put(visit, noticeSlot, notice)
      return undefined
    } catch (error) {
      if (!refused) throw error
      log.error({ err: error }, 'an unsent answer is returned instead of stored')
      return refused
    }
  }
}
