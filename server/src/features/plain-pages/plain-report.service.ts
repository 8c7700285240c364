import {
  type AppErrorCode,
  type FieldError,
  type FormMark,
  type Language,
  type Receipt,
  type Report,
  reportFields,
} from '@portal/contract'
import type { FastifyError } from 'fastify'
import type { Logger } from 'pino'
import { AppError } from '#platform/app-error.ts'
import { type Clock, todayOf } from '#platform/clock.ts'
import { appErrorOf } from '#platform/http/errors.ts'
import { defineSlot, type VisitMemory } from '#platform/session/visit-memory.ts'
import type { Visit } from '#platform/session/visitor-cookie.ts'
import type { FormSeal, FormTicket } from './form-seal.ts'
import { type Posted, textIn } from './posted.ts'
import { formNames, readShortReport } from './short-form.rules.ts'

/** Names of the form's controls that are not fields of the report. */
export const controlNames = { captcha: 'captcha', newImage: 'nuova_immagine', trap: 'website' } as const

export interface PostedForm {
  readonly posted: Posted
  readonly language: Language
  readonly network: string
  /** The visit whose next page shows the result. */
  readonly visit: Visit
  /** Whether the request itself carried the visit's cookie, to which a form is bound. */
  readonly isKnown: boolean
}

export interface PlainError {
  readonly at: string
  readonly fieldError: FieldError
}

/** Why a whole form was refused: an expired page, or an error of the service. */
export interface Denial {
  readonly code: AppErrorCode | 'lapsed'
  readonly params?: Readonly<Record<string, string | number>> | undefined
}

/** What the page of the form shows: the unsent values and what is wrong with them. It survives JSON. */
export interface FormState {
  readonly posted: Posted
  readonly errors: readonly PlainError[]
  readonly captchaError?: 'missing' | 'wrong' | undefined
  readonly denial?: Denial
  /** Undefined if the next form needs a new ticket. */
  readonly ticket?: FormTicket
}

/** The page that a posted form leads to; `state` where it could not be stored, so that the answer itself must show it. */
export type Next = { readonly page: 'report' | 'receipt' } | { readonly state: FormState }

const reportSlot = defineSlot<FormState>('report')
const receiptSlot = defineSlot<Receipt>('receipt')
const emptyForm: FormState = { posted: {}, errors: [] }

interface Options {
  readonly clock: Clock
  readonly log: Logger
  readonly seal: FormSeal
  readonly memory: VisitMemory
  readonly captcha: {
    check(visitor: { visitorHash: string | undefined; network: string }, typed: string): Promise<{ isSolved: boolean }>
    isSolvedBy(visitorHash: string): Promise<boolean>
  }
  /** Errors of choices that are not in their reference list. */
  readonly check: (report: Report) => Promise<readonly FieldError[]>
}

interface Submission {
  readonly idempotencyKey: string
  readonly visitorHash: string
  readonly mark: FormMark
}
/** Submits a report as the API does; throws an AppError. */
export type Submit = (report: Report, submission: Submission) => Promise<Receipt>

type Outcome = { readonly receipt: Receipt } | { readonly state: FormState }

const keyOfPath = new Map<string, string>(Object.entries(reportFields).map(([key, { wire }]) => [wire, key]))

/** The values that the next page shows again: never the answer to a captcha. */
const shownAgain = (posted: Posted): Posted => Object.fromEntries(formNames.map((name) => [name, posted[name]]))

export function createPlainReports(options: Options) {
  const { seal, memory, captcha, log } = options
  const process = createProcessing(options)

  async function outcomeOf(form: PostedForm, submit: Submit): Promise<Outcome> {
    const posted = shownAgain(form.posted)
    const ticket = form.isKnown ? seal.read(form.visit.hash, form.posted) : undefined
    if (!ticket) return { state: { posted, errors: [], denial: { code: 'lapsed' } } }
    try {
      return await process(form, ticket, submit)
    } catch (error) {
      const appError = appErrorOf(error as FastifyError | AppError)
      if (appError.status >= 500) log.error({ err: error }, 'call failed')
      const denial = { code: appError.code, params: appError.details.params }
      const isKeyReused = appError.code === 'key_reused'
      return { state: { posted, errors: [], denial, ...(!isKeyReused && { ticket }) } }
    }
  }

  return {
    seal,
    isSolved: captcha.isSolvedBy,

    /** Processes a posted form and stores what the next page shows. */
    async send(form: PostedForm, submit: Submit): Promise<Next> {
      const { visit } = form
      const outcome = await outcomeOf(form, submit)
      if ('receipt' in outcome) {
        await memory.put(visit, receiptSlot, outcome.receipt)
        await memory.forget(visit, reportSlot)
        return { page: 'receipt' }
      }
      try {
        await memory.put(visit, reportSlot, outcome.state)
        return { page: 'report' }
      } catch (error) {
        log.error({ err: error }, 'an unsent form is returned instead of stored')
        return outcome
      }
    },

    readForm: async (visit: Visit | undefined): Promise<FormState> =>
      (visit && (await memory.find(visit, reportSlot))) ?? emptyForm,
    findReceipt: async (visit: Visit | undefined): Promise<Receipt | undefined> =>
      visit && memory.find(visit, receiptSlot),
    hideReceipt: async (visit: Visit | undefined): Promise<void> => {
      if (visit) await memory.forget(visit, receiptSlot)
    },
  }
}

/** Checks the captcha and the values of a form, and submits the report. */
function createProcessing({ clock, captcha, check }: Options) {
  async function solve({ posted, network, visit }: PostedForm) {
    if (await captcha.isSolvedBy(visit.hash)) return undefined
    const typed = textIn(posted, controlNames.captcha).trim()
    if (typed === '') return 'missing'
    return (await captcha.check({ visitorHash: visit.hash, network }, typed)).isSolved ? undefined : 'wrong'
  }

  async function errorsOf({ posted, language }: PostedForm) {
    const { report, fieldErrors } = readShortReport(posted, language, todayOf(clock))
    const listErrors = await check(report)
    const errors = [
      ...fieldErrors.map((fieldError) => ({ at: fieldError.key, fieldError })),
      ...listErrors.map((fieldError) => ({ at: keyOfPath.get(fieldError.path) ?? 'message', fieldError })),
    ]
    return { report, errors }
  }

  return async (form: PostedForm, ticket: FormTicket, submit: Submit): Promise<Outcome> => {
    const posted = shownAgain(form.posted)
    if (textIn(form.posted, controlNames.newImage) !== '') return { state: { posted, errors: [], ticket } }
    const captchaError = await solve(form)
    const { report, errors } = await errorsOf(form)
    if (errors.length > 0) return { state: { posted, errors, captchaError, ticket } }
    const seconds = (clock.now().getTime() - ticket.openedAt) / 1000
    const mark = { seconds, isTrapFilled: textIn(form.posted, controlNames.trap) !== '' }
    try {
      // A repeat gets the receipt of the first submission, even if its captcha has expired.
      const submission = { idempotencyKey: `plain-${ticket.key}`, visitorHash: form.visit.hash, mark }
      return { receipt: await submit(report, submission) }
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'captcha') throw error
      return { state: { posted, errors: [], captchaError: captchaError ?? 'missing', ticket } }
    }
  }
}
