import { Readable } from 'node:stream'
import * as calls from '@portal/contract'
import { type AssociationChange, can, type FieldError, type Form } from '@portal/contract'
import { idsOf } from '#platform/audit/audit-recorder.ts'
import type { Db } from '#platform/database/transaction.ts'
import type { Context, Serve } from '#platform/http/serve.ts'
import { serveList } from '#platform/http/serve-list.ts'
import { idempotencyKeyOf } from '#platform/idempotency.ts'
import { networkOf } from '#platform/network.ts'
import type { Visitors } from '#platform/session/visitor-cookie.ts'
import type { Associations } from './associations.service.ts'
import { actOnAssociation, saveAssociation } from './record/association-acting.ts'
import { addCorrespondence, checkDocuments, markLetter } from './record/association-papers.ts'
import { associationRecord, getAssociation } from './record/association-record.ts'

interface Services {
  readonly associations: Associations
  /** Number of unread notices of a user. */
  readonly notices: { unread(userId: number): Promise<number> }
  readonly visitors: Visitors
  readonly reference: {
    fieldErrorsOf<V extends object>(
      form: Pick<Form<V>, 'fields'>,
      values: V,
      from?: Db,
      stored?: V | 'any',
    ): Promise<FieldError[]>
  }
}

/** The calls of the office on the register (specification 2 §7). */
export function serveAssociations(serve: Serve, { associations, notices }: Pick<Services, 'associations' | 'notices'>) {
  const { needs, lists, office, history, sheets } = associations
  serveList(serve, calls.listNewRequests, (query) => lists.list('newRequests', query))
  serveList(serve, calls.searchNewRequests, (body) => lists.list('newRequests', body))
  serveList(serve, calls.listEnrolled, (query) => lists.list('enrolled', query))
  serveList(serve, calls.searchEnrolled, (body) => lists.list('enrolled', body))
  serveList(serve, calls.listNotEnabled, (query) => lists.list('notEnabled', query))
  serveList(serve, calls.searchNotEnabled, (body) => lists.list('notEnabled', body))
  serve(calls.findAssociations, async ({ body }, { audit }) => {
    const found = await office.search(body.text)
    audit.record('association', idsOf(found.rows))
    return found
  })
  serveList(serve, calls.listAssociationsOfContact, (body) => office.ofContact(body))
  serve(calls.countNewRequests, async (_input, { user }) => ({
    ...(await lists.counts(user.selectedRole)),
    notices: await notices.unread(user.id),
  }))
  serve(calls.countAssociationTabs, ({ query }, { user }) => lists.tabCounts(query.list, user.selectedRole))
  serve(calls.getRegisterQueue, async ({ query }, { user, audit }) => {
    const queue = await lists.queue(user.selectedRole, query.tab)
    audit.record('association', idsOf(queue.rows))
    return queue
  })
  serve(calls.getAssociation, ({ params }, caller) => getAssociation(needs, params.id, caller))
  serve(calls.getAssociationByNumber, ({ params }, caller) => office.getByNumber(params.number, caller))
  serve(calls.getAssociationLock, ({ params }, { user }) => associationRecord.lockState(needs, params.id, user))
  serve(calls.lockAssociation, ({ params, query }, caller) =>
    associationRecord.lock(needs, params.id, query.action, caller),
  )
  serve(calls.saveAssociation, ({ body }, caller) => saveAssociation(needs, body, caller))
  serve(calls.actOnAssociation, ({ body }, caller) => actOnAssociation(needs, body, caller))
  serve(calls.checkAssociationDocuments, ({ body }, caller) => checkDocuments(needs, body.id, body.types, caller))
  serve(calls.addCorrespondence, ({ body }, caller) =>
    addCorrespondence(
      needs,
      body.id,
      body.files.map(({ id }) => id),
      caller,
    ),
  )
  serve(calls.listAssociationEvents, ({ params, query }, caller) => history.events(params.id, query, caller))
  serve(calls.getAssociationAt, ({ params }, caller) => history.at(params.id, caller))
  serve(calls.listAssociationLetters, ({ params, query }, caller) => history.letters(params.id, query, caller))
  serve(calls.getAssociationSheet, ({ params, query }, caller) => sheets.whole(params.id, caller, query.format))
  serve(calls.markLetter, ({ body }, caller) => markLetter(needs, body.id, body.isReturned, caller))
}

/** Errors of choices that no list has; whether a retired one may stay is decided with the stored record. */
const unknownChoices = (reference: Services['reference']) => (change: AssociationChange) =>
  reference.fieldErrorsOf(calls.changeAssociationForm, change, undefined, 'any')

/** Enrolment, the personal area and the public register. */
export function serveEnrolment(serve: Serve, { associations, visitors, reference }: Services) {
  const { enrolment, drafts, own, register, invitations, replacements } = associations
  serve(calls.checkNumber, async ({ params }, { request, user }) => ({
    outcome: await enrolment.check(
      params.number,
      networkOf(request.ip),
      user !== undefined && can('registry', user.selectedRole),
    ),
  }))
  serve(
    calls.apply,
    ({ body }, { request, language, user, audit }) => {
      const applicant = {
        network: networkOf(request.ip),
        idempotencyKey: idempotencyKeyOf(request),
        visitorHash: visitors.hashOf(request),
        user,
        language,
      }
      return enrolment.apply(body, applicant, audit)
    },
    (application) => reference.fieldErrorsOf(calls.applicationForm, application),
  )
  serve(calls.confirmApplication, ({ body }, { audit }) => enrolment.confirm(body.link, audit))
  serve(calls.answerReplacement, async ({ body }, { audit }) => ({
    isReplaced: await replacements.answer(body.link, body.isAccepted, audit),
  }))
  serve(calls.getRequestByLink, ({ body }, { audit }) => own.byLink(body.link, audit))
  serve(
    calls.changeOwnAssociation,
    ({ body }, { user, audit, request }) => own.change(body, { user, visitorHash: visitors.hashOf(request), audit }),
    unknownChoices(reference),
  )
  serve(calls.saveEnrolmentDraft, ({ body }, { request, language }) =>
    drafts.save(body, { language, visitorHash: visitors.hashOf(request), network: networkOf(request.ip) }),
  )
  serve(calls.openEnrolmentDraft, ({ body }) => drafts.open(body.link))
  serve(calls.listOwnAssociations, (_input, caller) => own.list(caller))
  serve(calls.listOwnEvents, ({ params, query }, caller) => own.events(params.id, query, caller))
  serve(calls.askForRenewal, ({ body }, caller) => own.renew(body, caller), unknownChoices(reference))
  serve(calls.askForRemoval, ({ body }, caller) => own.askRemoval(body.id, body.reason, caller))
  serve(calls.listInvitations, (_input, caller) => invitations.list(caller))
  serve(calls.answerInvitation, ({ body }, caller) => invitations.answer(body.associationId, body.isAccepted, caller))
  serve(calls.withdrawOwn, ({ body }, caller) => own.withdraw(body, caller))
  serve(calls.getCertificate, ({ params }, caller) => own.certificate(params.id, caller))
  serve(calls.verifyCertificate, ({ body }, { language }) => register.verify(body.code, language))
  serve.fixed(calls.listRegister, register.version, ({ query }, caller) => register.list(query, callerOf(caller)))
  serve(calls.getRegisterEntry, ({ params }, { language }) => register.get(params.id, language))
  serve(calls.getDeclarationTemplate, async () => {
    const { declarationName, declarationTemplate } = await import('./enrolment/declaration-template.ts')
    return { name: declarationName, stream: Readable.from([await declarationTemplate()]) }
  })
  serve(calls.getRegisterEntryJson, ({ params }, { language }) => register.json(params.id, language))
  serve(calls.getRegisterDocument, ({ params }) => register.document(params.id, params.file))
  serve(calls.getRegisterSchema, async () => register.schema())
  serve(calls.getRegisterFeed, (_input, { language }) => register.feed(language))
  serve(calls.downloadRegister, ({ query }, caller) => register.download(query.format, callerOf(caller)))
}

/** Searches of anonymous callers have a limit by network. */
const callerOf = ({ language, user, request }: Context) => ({
  language,
  network: user ? undefined : networkOf(request.ip),
})
