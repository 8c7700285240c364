import { getAttachment, getFollowUpReceipt, limits, plainPaths } from '@portal/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sendPage } from '#platform/http/html-page.ts'
import { forgetSite } from '#platform/session/quick-exit.ts'
import type { Leave } from '#platform/session/visitor-cookie.ts'
import { accessPage, type Departure } from './access-page.ts'
import { createPlainFollowUps, followUpNames, type PlainFollowUpNeeds } from './plain-follow-up.service.ts'
import { plainHref } from './plain-page.ts'
import { type Exchange, tagOfPage } from './plain-services.ts'
import { type Posted, textIn } from './posted.ts'
import { recordPage, unsentPage } from './record-page.ts'

export interface PlainFollowUpServices extends PlainFollowUpNeeds {
  readonly cookies: { readonly slug: string; readonly isAlwaysHttps: boolean }
  readonly leave: Leave
}

/** How a report was left, in the address of the page that follows: nothing is stored of a visit that ended. */
const departures: Readonly<Record<string, Departure>> = { uscita: 'left', fine: 'leftEnded' }

/** The id of a message in `?prima=`. */
const readBefore = (text: unknown) => (typeof text === 'string' && /^\d{1,9}$/.test(text) ? Number(text) : undefined)

const urlOf = ({ office }: PlainFollowUpServices, page: keyof typeof plainPaths) => `/${office.slug}${plainPaths[page]}`

/** Leads to the page of the report, with more of its address. */
const backTo = ({ office }: PlainFollowUpServices, { request, reply }: Exchange, more = '') =>
  reply.redirect(`${plainHref(office, 'followUp', tagOfPage(request))}${more}`, 303)

const frameOf = ({ office, quickExit }: PlainFollowUpServices, request: FastifyRequest) => ({
  office,
  tag: tagOfPage(request),
  exitOrigin: quickExit.origin,
})

type Plain = ReturnType<typeof createPlainFollowUps>
type Act = (exchange: Exchange, posted: Posted) => Promise<FastifyReply>

/** The follow-up of a report by code and PIN: code and PIN travel in the body of a posted form alone (docs/decisions/0068). */
export function servePlainFollowUp(app: FastifyInstance, services: PlainFollowUpServices) {
  const { visitors, clock, followUps } = services
  const plain = createPlainFollowUps(services)
  const actions = actionsOf(services, plain)

  app.get(urlOf(services, 'followUp'), async (request, reply) => {
    const { prima, esito } = request.query as { prima?: unknown; esito?: unknown }
    const known = visitors.visitOf(request)
    const opened = await plain.findOpened({ request, reply }, known, readBefore(prima))
    const notice = await plain.takeNotice(known)
    const visit = visitors.ensureVisit(request, reply)
    if (!opened) {
      const hasEnded = followUps.dropEnded(request, reply)
      const page = accessPage({
        ...frameOf(services, request),
        notice: notice ?? (hasEnded ? { kind: 'ended' } : undefined),
        departure: departures[String(esito)],
        ticketFields: plain.seals.access.fieldsOf(visit.hash, plain.seals.access.newTicket(clock.now())),
      })
      return sendPage(reply, 200, page)
    }
    const ticket = plain.seals.answer.newTicket(clock.now(), opened.subject)
    // Nothing can be typed on the page of a closed report: it closes itself with the session.
    if (!opened.record.canAnswer) reply.header('refresh', String(limits.session.seconds))
    const ticketFields = plain.seals.answer.fieldsOf(visit.hash, ticket)
    return sendPage(reply, 200, recordPage({ ...frameOf(services, request), notice, ticketFields }, opened))
  })

  app.post(urlOf(services, 'followUp'), async (request, reply) => {
    const posted = (request.body ?? {}) as Posted
    const act = actions[textIn(posted, followUpNames.action)]
    return act ? act({ request, reply }, posted) : backTo(services, { request, reply })
  })
  serveFiles(app, services)
}

/** What the buttons of both pages do, by the value of their hidden field. */
function actionsOf(services: PlainFollowUpServices, plain: Plain): Readonly<Record<string, Act>> {
  const { visitors, clock, leave } = services
  return {
    async apri({ request, reply }, posted) {
      const isKnown = visitors.visitOf(request) !== undefined
      await plain.open({ request, reply, posted, isKnown, visit: visitors.ensureVisit(request, reply) })
      return backTo(services, { request, reply }, '#esito')
    },
    async rispondi({ request, reply }, posted) {
      const isKnown = visitors.visitOf(request) !== undefined
      const visit = visitors.ensureVisit(request, reply)
      const unstored = await plain.answer({ request, reply, posted, isKnown, visit })
      if (!unstored) return backTo(services, { request, reply }, '#esito')
      const { notice, unsent } = unstored
      const ticket = plain.seals.answer.newTicket(clock.now(), unsent.subject)
      const ticketFields = plain.seals.answer.fieldsOf(visit.hash, ticket)
      return sendPage(reply, 503, unsentPage({ ...frameOf(services, request), notice, ticketFields }, unsent.text))
    },
    async richiamata({ request, reply }, posted) {
      const isKnown = visitors.visitOf(request) !== undefined
      await plain.requestCall({ request, reply, posted, isKnown, visit: visitors.ensureVisit(request, reply) })
      return backTo(services, { request, reply }, '#esito')
    },
    async esci({ request, reply }, posted) {
      await leave(request, reply)
      forgetSite(services.cookies, request, reply)
      return backTo(
        services,
        { request, reply },
        textIn(posted, followUpNames.ended) === '' ? '&esito=uscita' : '&esito=fine',
      )
    },
  }
}

/** Serves the links to files of an opened report. */
function serveFiles(app: FastifyInstance, services: PlainFollowUpServices) {
  const { office, followUps } = services
  /** Leads to a file of the API while the session is open; else to the page that says that it has ended. */
  const toFile = async (exchange: Exchange, path: string) =>
    (await followUps.caseOf(exchange.request)) === undefined
      ? backTo(services, exchange)
      : exchange.reply.redirect(`/${office.slug}/api${path}?lang=${tagOfPage(exchange.request)}`, 303)
  app.get(`${urlOf(services, 'followUpFile')}/:id`, async (request, reply) => {
    const { id } = request.params as { id: string }
    return toFile({ request, reply }, getAttachment.path.replace(':cmisId', encodeURIComponent(id)))
  })
  app.get(urlOf(services, 'followUpReceipt'), async (request, reply) =>
    toFile({ request, reply }, getFollowUpReceipt.path),
  )
}
