import {
  type AssociationChange,
  actOnAssociation,
  addCorrespondence,
  answerInvitation,
  answerReplacement,
  applicationForm,
  apply,
  askForRemoval,
  askForRenewal,
  can,
  changeAssociationForm,
  changeOwnAssociation,
  checkAssociationDocuments,
  checkNumber,
  confirmApplication,
  countNewRequests,
  downloadRegister,
  type FieldError,
  type Form,
  getAssociation,
  getAssociationAt,
  getAssociationByNumber,
  getAssociationLock,
  getAssociationSheet,
  getCertificate,
  getRegisterEntry,
  getRequestByLink,
  listAssociationEvents,
  listAssociationLetters,
  listAssociationsOfContact,
  listEnrolled,
  listInvitations,
  listNewRequests,
  listNotEnabled,
  listOwnAssociations,
  listOwnEvents,
  listRegister,
  lockAssociation,
  markLetter,
  openEnrolmentDraft,
  saveAssociation,
  saveEnrolmentDraft,
  searchEnrolled,
  searchNewRequests,
  searchNotEnabled,
  verifyCertificate,
  withdrawOwn,
} from '@portal/contract'
import type { Db } from '#platform/database/transaction.ts'
import type { Context, Serve } from '#platform/http/serve.ts'
import { serveList } from '#platform/http/serve-list.ts'
import { idempotencyKeyOf } from '#platform/idempotency.ts'
import { networkOf } from '#platform/network.ts'
import type { Visitors } from '#platform/session/visitor-cookie.ts'
import type { Associations } from './associations.service.ts'

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
  const { lists, office, history, sheets } = associations
  serveList(serve, listNewRequests, (query) => lists.list('newRequests', query))
  serveList(serve, searchNewRequests, (body) => lists.list('newRequests', body))
  serveList(serve, listEnrolled, (query) => lists.list('enrolled', query))
  serveList(serve, searchEnrolled, (body) => lists.list('enrolled', body))
  serveList(serve, listNotEnabled, (query) => lists.list('notEnabled', query))
  serveList(serve, searchNotEnabled, (body) => lists.list('notEnabled', body))
  serveList(serve, listAssociationsOfContact, (body) => office.ofContact(body))
  serve(countNewRequests, async (_input, { user }) => ({
    ...(await lists.counts(user.selectedRole)),
    notices: await notices.unread(user.id),
  }))
  serve(getAssociation, ({ params }, caller) => office.get(params.id, caller))
  serve(getAssociationByNumber, ({ params }, caller) => office.getByNumber(params.number, caller))
  serve(getAssociationLock, ({ params }, { user }) => office.lockState(params.id, user))
  serve(lockAssociation, ({ params, query }, caller) => office.lock(params.id, query.action, caller))
  serve(saveAssociation, ({ body }, caller) => office.save(body, caller))
  serve(actOnAssociation, ({ body }, caller) => office.act(body, caller))
  serve(checkAssociationDocuments, ({ body }, caller) => office.check(body.id, body.types, caller))
  serve(addCorrespondence, ({ body }, caller) =>
    office.addCorrespondence(
      body.id,
      body.files.map(({ id }) => id),
      caller,
    ),
  )
  serve(listAssociationEvents, ({ params, query }, caller) => history.events(params.id, query, caller))
  serve(getAssociationAt, ({ params }, caller) => history.at(params.id, caller))
  serve(listAssociationLetters, ({ params, query }, caller) => history.letters(params.id, query, caller))
  serve(getAssociationSheet, ({ params, query }, caller) => sheets.whole(params.id, caller, query.format))
  serve(markLetter, ({ body }, caller) => office.markLetter(body.id, body.isReturned, caller))
}

/** Errors of choices that no list has; whether a retired one may stay is decided with the stored record. */
const unknownChoices = (reference: Services['reference']) => (change: AssociationChange) =>
  reference.fieldErrorsOf(changeAssociationForm, change, undefined, 'any')

/** Enrolment, the personal area and the public register. */
export function serveEnrolment(serve: Serve, { associations, visitors, reference }: Services) {
  const { enrolment, drafts, own, register, invitations, replacements } = associations
  serve(checkNumber, async ({ params }, { request, user }) => ({
    outcome: await enrolment.check(
      params.number,
      networkOf(request.ip),
      user !== undefined && can('registry', user.selectedRole),
    ),
  }))
  serve(
    apply,
    ({ body }, { request, language, user, audit }) => {
      const applicant = {
        network: networkOf(request.ip),
        idempotencyKey: idempotencyKeyOf(request),
        visitorHash: visitors.hashOf(request),
        userId: user?.id,
        language,
      }
      return enrolment.apply(body, applicant, audit)
    },
    (application) => reference.fieldErrorsOf(applicationForm, application),
  )
  serve(confirmApplication, ({ body }, { audit }) => enrolment.confirm(body.link, audit))
  serve(answerReplacement, async ({ body }, { audit }) => ({
    isReplaced: await replacements.answer(body.link, body.isAccepted, audit),
  }))
  serve(getRequestByLink, ({ body }, { audit }) => own.byLink(body.link, audit))
  serve(
    changeOwnAssociation,
    ({ body }, { user, audit, request }) => own.change(body, { user, visitorHash: visitors.hashOf(request), audit }),
    unknownChoices(reference),
  )
  serve(saveEnrolmentDraft, ({ body }, { request, language }) =>
    drafts.save(body, { language, visitorHash: visitors.hashOf(request), network: networkOf(request.ip) }),
  )
  serve(openEnrolmentDraft, ({ body }) => drafts.open(body.link))
  serve(listOwnAssociations, (_input, caller) => own.list(caller))
  serve(listOwnEvents, ({ params, query }, caller) => own.events(params.id, query, caller))
  serve(askForRenewal, ({ body }, caller) => own.renew(body, caller), unknownChoices(reference))
  serve(askForRemoval, ({ body }, caller) => own.askRemoval(body.id, body.reason, caller))
  serve(listInvitations, (_input, caller) => invitations.list(caller))
  serve(answerInvitation, ({ body }, caller) => invitations.answer(body.associationId, body.isAccepted, caller))
  serve(withdrawOwn, ({ body }, caller) => own.withdraw(body, caller))
  serve(getCertificate, ({ params }, caller) => own.certificate(params.id, caller))
  serve(verifyCertificate, ({ body }, { language }) => register.verify(body.code, language))
  serve.fixed(listRegister, register.version, ({ query }, caller) => register.list(query, callerOf(caller)))
  serve(getRegisterEntry, ({ params }, { language }) => register.get(params.id, language))
  serve(downloadRegister, ({ query }, caller) => register.download(query.format, callerOf(caller)))
}

/** Searches of anonymous callers have a limit by network. */
const callerOf = ({ language, user, request }: Context) => ({
  language,
  network: user ? undefined : networkOf(request.ip),
})
