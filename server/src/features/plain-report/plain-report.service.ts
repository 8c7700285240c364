import {
  type FieldError,
  type FormMark,
  type Language,
  type Receipt,
  type Report,
  reportFields,
} from '@portal/contract'
import { AppError } from '#platform/app-error.ts'
import { type Clock, todayOf } from '#platform/clock.ts'
import type { FormSeal, FormTicket } from './form-seal.ts'
import { type Posted, readShortReport, textIn } from './short-form.rules.ts'

/** Names of the form's controls that are not fields of the report. */
export const controlNames = {
  key: 'chiave',
  openedAt: 'aperto',
  seal: 'sigillo',
  captcha: 'captcha',
  newImage: 'nuova_immagine',
  trap: 'website',
} as const

export interface PostedForm {
  readonly posted: Posted
  readonly language: Language
  readonly network: string
  /** Digest of the anonymous cookie that the request carried. */
  readonly visitorHash: string | undefined
}

export interface PlainError {
  readonly at: string
  readonly fieldError: FieldError
}

/** The result of a posted form: the receipt, or the form with its errors. */
export type Outcome =
  | { readonly kind: 'receipt'; readonly receipt: Receipt }
  | {
      readonly kind: 'form'
      readonly status: number
      readonly errors: readonly PlainError[]
      readonly captchaError?: 'missing' | 'wrong'
      /** Why the whole form was refused: an expired page, or an error of the service. */
      readonly denial?: 'lapsed' | AppError
      /** Undefined if the next form needs a new ticket. */
      readonly ticket?: FormTicket
    }

interface Options {
  readonly clock: Clock
  readonly seal: FormSeal
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
type Submit = (report: Report, submission: Submission) => Promise<Receipt>

const keyOfPath = new Map<string, string>(Object.entries(reportFields).map(([key, { wire }]) => [wire, key]))

const ticketIn = (posted: Posted): FormTicket => ({
  key: textIn(posted, controlNames.key),
  openedAt: Number(textIn(posted, controlNames.openedAt)),
})

export function createPlainReports({ clock, seal, captcha, check }: Options) {
  async function solve({ posted, network }: PostedForm, visitorHash: string) {
    if (await captcha.isSolvedBy(visitorHash)) return undefined
    const typed = textIn(posted, controlNames.captcha).trim()
    if (typed === '') return 'missing'
    return (await captcha.check({ visitorHash, network }, typed)).isSolved ? undefined : 'wrong'
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

  async function submitOnce(
    form: PostedForm,
    visitorHash: string,
    ticket: FormTicket,
    submit: Submit,
  ): Promise<Outcome> {
    const captchaError = await solve(form, visitorHash)
    const { report, errors } = await errorsOf(form)
    if (errors.length > 0) return { kind: 'form', status: 400, errors, ticket, ...(captchaError && { captchaError }) }
    const seconds = (clock.now().getTime() - ticket.openedAt) / 1000
    const mark = { seconds, isTrapFilled: textIn(form.posted, controlNames.trap) !== '' }
    try {
      // A repeat gets the receipt of the first submission, even if its captcha has expired.
      const receipt = await submit(report, { idempotencyKey: `plain-${ticket.key}`, visitorHash, mark })
      return { kind: 'receipt', receipt }
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'captcha') throw error
      return { kind: 'form', status: 403, errors: [], ticket, captchaError: captchaError ?? 'missing' }
    }
  }

  return {
    seal,

    /** Processes a posted form. A refusal returns the form with the posted values, so that nothing typed is lost. */
    async take(form: PostedForm, submit: Submit): Promise<Outcome> {
      const { posted, visitorHash } = form
      const ticket = ticketIn(posted)
      if (!visitorHash || !seal.isSealed(visitorHash, ticket, textIn(posted, controlNames.seal)))
        return { kind: 'form', status: 403, errors: [], denial: 'lapsed' }
      if (textIn(posted, controlNames.newImage) !== '') return { kind: 'form', status: 200, errors: [], ticket }
      try {
        return await submitOnce(form, visitorHash, ticket, submit)
      } catch (error) {
        if (!(error instanceof AppError) || error.status >= 500) throw error
        const isKeyReused = error.code === 'key_reused'
        return { kind: 'form', status: error.status, errors: [], denial: error, ...(!isKeyReused && { ticket }) }
      }
    },
  }
}
