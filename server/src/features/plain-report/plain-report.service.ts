import { type FormMark, type Issue, type Language, type Receipt, type Report, reportFields } from '@portal/contract'
import { type Clock, todayOf } from '#platform/clock.ts'
import { Problem } from '#platform/problem.ts'
import type { FormSeal, FormTicket } from './form-seal.ts'
import { type Posted, readShortReport, textIn } from './short-form.rules.ts'

/** Names of the form's fields that are none of the report's. */
export const ownNames = {
  key: 'chiave',
  openedAt: 'aperto',
  seal: 'sigillo',
  captcha: 'captcha',
  newImage: 'nuova_immagine',
  trap: 'website',
} as const

export interface Sent {
  readonly posted: Posted
  readonly language: Language
  readonly network: string
  /** Digest of the anonymous cookie that the request carried. */
  readonly visitorHash: string | undefined
}

export interface PlainFault {
  readonly at: string
  readonly issue: Issue
}

/** What becomes of a form: its receipt, or the form again with what is wrong with it. */
export type Outcome =
  | { readonly kind: 'receipt'; readonly receipt: Receipt }
  | {
      readonly kind: 'form'
      readonly status: number
      readonly faults: readonly PlainFault[]
      readonly captchaFault?: 'missing' | 'wrong'
      /** What refused the form as a whole: of the page, or of the service. */
      readonly refusal?: 'lapsed' | Problem
      /** Undefined where the next form needs a new one. */
      readonly ticket?: FormTicket
    }

interface Options {
  readonly clock: Clock
  readonly seal: FormSeal
  readonly captcha: {
    check(visitor: { visitorHash: string | undefined; network: string }, typed: string): Promise<{ isSolved: boolean }>
    isSolvedBy(visitorHash: string): Promise<boolean>
  }
  /** Faults of choices that no reference list has. */
  readonly check: (report: Report) => Promise<readonly Issue[]>
}

interface Submission {
  readonly idempotencyKey: string
  readonly visitorHash: string
  readonly mark: FormMark
}
/** Takes a report in as the API does; throws a Problem. */
type Submit = (report: Report, submission: Submission) => Promise<Receipt>

const keyOfPath = new Map<string, string>(Object.entries(reportFields).map(([key, { wire }]) => [wire, key]))

const ticketIn = (posted: Posted): FormTicket => ({
  key: textIn(posted, ownNames.key),
  openedAt: Number(textIn(posted, ownNames.openedAt)),
})

export function createPlainReports({ clock, seal, captcha, check }: Options) {
  async function solve({ posted, network }: Sent, visitorHash: string) {
    if (await captcha.isSolvedBy(visitorHash)) return undefined
    const typed = textIn(posted, ownNames.captcha).trim()
    if (typed === '') return 'missing'
    return (await captcha.check({ visitorHash, network }, typed)).isSolved ? undefined : 'wrong'
  }

  async function faultsOf({ posted, language }: Sent) {
    const { report, issues } = readShortReport(posted, language, todayOf(clock))
    const listed = await check(report)
    const faults = [
      ...issues.map((issue) => ({ at: issue.key, issue })),
      ...listed.map((issue) => ({ at: keyOfPath.get(issue.path) ?? 'message', issue })),
    ]
    return { report, faults }
  }

  async function submitOnce(sent: Sent, visitorHash: string, ticket: FormTicket, submit: Submit): Promise<Outcome> {
    const captchaFault = await solve(sent, visitorHash)
    const { report, faults } = await faultsOf(sent)
    if (faults.length > 0) return { kind: 'form', status: 400, faults, ticket, ...(captchaFault && { captchaFault }) }
    const seconds = (clock.now().getTime() - ticket.openedAt) / 1000
    const mark = { seconds, isTrapFilled: textIn(sent.posted, ownNames.trap) !== '' }
    try {
      // A form that was sent before has its receipt, whatever became of its captcha.
      const receipt = await submit(report, { idempotencyKey: `plain-${ticket.key}`, visitorHash, mark })
      return { kind: 'receipt', receipt }
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'captcha') throw error
      return { kind: 'form', status: 403, faults: [], ticket, captchaFault: captchaFault ?? 'missing' }
    }
  }

  return {
    seal,

    /** Takes in a form that was posted. Whatever refuses it, what was written is not lost. */
    async take(sent: Sent, submit: Submit): Promise<Outcome> {
      const { posted, visitorHash } = sent
      const ticket = ticketIn(posted)
      if (!visitorHash || !seal.isSealed(visitorHash, ticket, textIn(posted, ownNames.seal)))
        return { kind: 'form', status: 403, faults: [], refusal: 'lapsed' }
      if (textIn(posted, ownNames.newImage) !== '') return { kind: 'form', status: 200, faults: [], ticket }
      try {
        return await submitOnce(sent, visitorHash, ticket, submit)
      } catch (error) {
        if (!(error instanceof Problem) || error.status >= 500) throw error
        const isOther = error.code === 'key_reused'
        return { kind: 'form', status: error.status, faults: [], refusal: error, ...(!isOther && { ticket }) }
      }
    },
  }
}
