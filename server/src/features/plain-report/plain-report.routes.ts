import {
  type Issue,
  type Office,
  plainReportPath,
  type Receipt,
  type Report,
  reportForm,
  submitReport,
} from '@portal/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Audit } from '#platform/audit/audit.ts'
import type { AuditRecorder } from '#platform/audit/audit-recorder.ts'
import type { Clock } from '#platform/clock.ts'
import { answerWithPages, readForms } from '#platform/http/form-pages.ts'
import { type OwnOrigin, refuseOtherOrigin } from '#platform/http/guards.ts'
import { sendPage } from '#platform/http/html-page.ts'
import { networkOf } from '#platform/network.ts'
import type { Vault } from '#platform/protection/vault.ts'
import type { Visitors } from '#platform/session/visitor-cookie.ts'
import { requestedLanguage } from '#platform/texts.ts'
import { formPage } from './form-page.ts'
import { createFormSeal } from './form-seal.ts'
import { createPlainReports, type Outcome } from './plain-report.service.ts'
import { receiptPage } from './receipt-page.ts'
import type { Posted } from './short-form.rules.ts'

/** Bytes: 10,000 code points take at most twelve each in URL-encoded form. */
const maxFormBytes = 160 * 1024

interface Services {
  readonly office: Office
  readonly origin: OwnOrigin
  readonly audit: Audit
  readonly clock: Clock
  readonly vault: Vault
  readonly visitors: Visitors
  readonly captcha: Parameters<typeof createPlainReports>[0]['captcha']
  readonly reports: {
    submit(
      report: Report,
      sender: Parameters<Parameters<ReturnType<typeof createPlainReports>['take']>[1]>[1] & {
        readonly network: string
        readonly userId: undefined
        readonly language: ReturnType<typeof languageOfPage>
      },
      audit: AuditRecorder,
    ): Promise<Receipt>
  }
  readonly reference: { issuesOf(form: typeof reportForm, report: Report): Promise<Issue[]> }
}

/** The language of the page, from `?lang=` alone. */
const languageOfPage = (request: FastifyRequest) =>
  requestedLanguage((request.query as { lang?: unknown } | undefined)?.lang, undefined)

/** The short report for browsers without JavaScript: one form that posts to its own path (docs/decisions/0031). */
export async function servePlainReport(app: FastifyInstance, services: Services) {
  const { office, visitors, clock, audit, reports, reference } = services
  const plain = createPlainReports({
    ...{ clock, seal: createFormSeal(services.vault), captcha: services.captcha },
    check: (report) => reference.issuesOf(reportForm, report),
  })
  app.removeAllContentTypeParsers()
  readForms(app)
  answerWithPages(app, office.slug, languageOfPage)
  const url = `/${office.slug}${plainReportPath}`

  async function sendForm(request: FastifyRequest, reply: FastifyReply, outcome: FormOutcome, posted: Posted) {
    const visitorHash = visitors.ensure(request, reply)
    const ticket = outcome.ticket ?? plain.seal.newTicket(clock.now())
    const page = formPage({
      ...{ office, posted, outcome, ticket, language: languageOfPage(request), now: clock.now() },
      seal: plain.seal.seal(visitorHash, ticket),
      isSolved: await services.captcha.isSolvedBy(visitorHash),
    })
    return sendPage(reply.headers(headersOf(outcome)), outcome.status, page)
  }

  app.get(url, (request, reply) => sendForm(request, reply, { kind: 'form', status: 200, faults: [] }, {}))
  app.post(
    url,
    { bodyLimit: maxFormBytes, onRequest: async (request) => refuseOtherOrigin(request, services.origin) },
    async (request, reply) => {
      const posted = (request.body ?? {}) as Posted
      const [language, network] = [languageOfPage(request), networkOf(request.ip)]
      const postedForm = { posted, language, network, visitorHash: visitors.hashOf(request) }
      const outcome = await plain.take(postedForm, (report, submission) =>
        audit.call(submitReport, request, (recorder) =>
          reports.submit(report, { ...submission, network, userId: undefined, language }, recorder),
        ),
      )
      if (outcome.kind === 'form') return sendForm(request, reply, outcome, posted)
      return sendPage(reply, 200, receiptPage({ office, language, receipt: outcome.receipt }))
    },
  )
}

type FormOutcome = Extract<Outcome, { kind: 'form' }>

/**
 * With `no-referrer` browsers send `Origin: null` even to the site itself, which the origin check would refuse. The headers
 * of a refusal say how long to wait.
 */
const headersOf = ({ refusal }: FormOutcome) => ({
  'referrer-policy': 'same-origin',
  ...(refusal && refusal !== 'lapsed' ? refusal.details.headers : {}),
})
