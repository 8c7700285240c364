import {
  type FieldError,
  limits,
  plainPaths,
  type Receipt,
  type Report,
  reportForm,
  submitReport,
} from '@portal/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AuditRecorder } from '#platform/audit/audit-recorder.ts'
import { sendPage } from '#platform/http/html-page.ts'
import { networkOf } from '#platform/network.ts'
import type { Visit } from '#platform/session/visitor-cookie.ts'
import { formPage } from './form-page.ts'
import { createFormSeal } from './form-seal.ts'
import { plainHref } from './plain-page.ts'
import { createPlainReports, type FormState, type Submit } from './plain-report.service.ts'
import { languageOfPage, type PlainServices, tagOfPage } from './plain-services.ts'
import { type Posted, textIn } from './posted.ts'
import { againName, receiptPage } from './receipt-page.ts'

export interface PlainReportServices extends PlainServices {
  readonly captcha: Parameters<typeof createPlainReports>[0]['captcha']
  readonly reports: {
    submit(
      report: Report,
      sender: Parameters<Submit>[1] & {
        readonly network: string
        readonly userId: undefined
        readonly language: ReturnType<typeof languageOfPage>
      },
      audit: AuditRecorder,
    ): Promise<Receipt>
  }
  readonly reference: { fieldErrorsOf(form: typeof reportForm, report: Report): Promise<FieldError[]> }
}

/** The short report: a form, and the page with code and PIN (docs/decisions/0068). */
export function servePlainReport(app: FastifyInstance, services: PlainReportServices) {
  const { office, visitors, clock, log, audit, reports, reference, quickExit, visitMemory } = services
  const plain = createPlainReports({
    clock,
    log,
    seal: createFormSeal(services.vault, 'form'),
    memory: visitMemory,
    captcha: services.captcha,
    check: (report) => reference.fieldErrorsOf(reportForm, report),
  })
  const exitOrigin = quickExit.origin
  const urlOf = (page: 'report' | 'receipt') => `/${office.slug}${plainPaths[page]}`

  async function sendForm(request: FastifyRequest, reply: FastifyReply, visit: Visit, state: FormState) {
    const now = clock.now()
    const page = formPage({
      office,
      tag: tagOfPage(request),
      state,
      ticketFields: plain.seal.fieldsOf(visit.hash, state.ticket ?? plain.seal.newTicket(now)),
      isSolved: await plain.isSolved(visit.hash),
      assurances: await services.assurances.shownIn(languageOfPage(request)),
      exitOrigin,
      now,
    })
    return sendPage(reply, 200, page)
  }

  app.get(urlOf('report'), async (request, reply) => {
    const state = await plain.readForm(visitors.visitOf(request))
    return sendForm(request, reply, visitors.ensureVisit(request, reply), state)
  })
  app.post(urlOf('report'), async (request, reply) => {
    const posted = (request.body ?? {}) as Posted
    const [language, network] = [languageOfPage(request), networkOf(request.ip)]
    const isKnown = visitors.visitOf(request) !== undefined
    const visit = visitors.ensureVisit(request, reply)
    const next = await plain.send({ posted, language, network, visit, isKnown }, (report, submission) =>
      audit.call(submitReport, request, (recorder) =>
        reports.submit(report, { ...submission, network, userId: undefined, language }, recorder),
      ),
    )
    if ('state' in next) return sendForm(request, reply, visit, next.state)
    return reply.redirect(`${plainHref(office, next.page, tagOfPage(request))}#esito`, 303)
  })

  app.get(urlOf('receipt'), async (request, reply) => {
    const receipt = await plain.findReceipt(visitors.visitOf(request))
    // By then it is hidden, also on a page that nobody has closed.
    if (receipt) reply.header('refresh', String(limits.session.seconds))
    return sendPage(reply, 200, receiptPage({ office, tag: tagOfPage(request), receipt, exitOrigin }))
  })
  app.post(urlOf('receipt'), async (request, reply) => {
    await plain.hideReceipt(visitors.visitOf(request))
    const page = textIn((request.body ?? {}) as Posted, againName) === '' ? 'receipt' : 'report'
    return reply.redirect(plainHref(office, page, tagOfPage(request)), 303)
  })
}
