import {
  type FieldError,
  type Language,
  type Office,
  paths,
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
import { escapeHtml, type HtmlPage, phoneLink, sendPage } from '#platform/http/html-page.ts'
import { networkOf } from '#platform/network.ts'
import type { Vault } from '#platform/protection/vault.ts'
import type { Visitors } from '#platform/session/visitor-cookie.ts'
import { requestedLanguage, textsIn } from '#platform/texts.ts'
import { formPage } from './form-page.ts'
import { createFormSeal } from './form-seal.ts'
import { plainBar, plainHref, plainStyle } from './plain-page.ts'
import { createPlainReports, type Outcome } from './plain-report.service.ts'
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
  readonly reference: { fieldErrorsOf(form: typeof reportForm, report: Report): Promise<FieldError[]> }
}

/** The language of the page, from `?lang=` alone. */
const languageOfPage = (request: FastifyRequest) =>
  requestedLanguage((request.query as { lang?: unknown } | undefined)?.lang, undefined)

/** The short report for browsers without JavaScript: one form that posts to its own path (docs/decisions/0031). */
export async function servePlainReport(app: FastifyInstance, services: Services) {
  const { office, visitors, clock, audit, reports, reference } = services
  const plain = createPlainReports({
    ...{ clock, seal: createFormSeal(services.vault), captcha: services.captcha },
    check: (report) => reference.fieldErrorsOf(reportForm, report),
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

  app.get(url, (request, reply) => sendForm(request, reply, { kind: 'form', status: 200, errors: [] }, {}))
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
const headersOf = ({ denial }: FormOutcome) => ({
  'referrer-policy': 'same-origin',
  ...(denial && denial !== 'lapsed' ? denial.details.headers : {}),
})

interface View {
  readonly office: Office
  readonly language: Language
  readonly receipt: Receipt
}

/** The page with code and PIN of a report and the next steps. */
function receiptPage({ office, language, receipt }: View): HtmlPage {
  const t = textsIn(language)
  const line = (key: string) => escapeHtml(t(`plainReport.${key}`))
  const value = (text: string) => `<dd class="value"><bdi dir="ltr" translate="no">${escapeHtml(text)}</bdi></dd>`
  const followUp = `/${office.slug}${paths.followUp}?lang=${language}`
  const body = [
    plainBar(office, language),
    `<main id="esito"><h1>${line('receivedTitle')}</h1>`,
    `<p>${line('note')}</p>`,
    `<dl><dt>${line('code')}</dt>${value(receipt.code)}<dt>${line('pin')}</dt>${value(receipt.pin)}</dl>`,
    `<h2>${line('nextTitle')}</h2><ol><li>${line('next1')}</li><li>${line('next2')}</li><li>${line('next3')}</li></ol>`,
    `<p><a href="${followUp}">${line('follow')}</a>. ${line('followNeeds')}</p>`,
    `<p>${line('call')} ${phoneLink(office.phone)}. ${escapeHtml(t('noScript.hours'))}</p>`,
    `<p><a href="${plainHref(office, language)}">${line('again')}</a></p></main>`,
  ].join('\n')
  return { title: t('plainReport.receivedTitle'), body, style: plainStyle, language }
}
