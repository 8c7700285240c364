import * as calls from '@portal/contract'
import type { Serve } from '#platform/http/serve.ts'
import { idempotencyKeyOf } from '#platform/idempotency.ts'
import { actOnCase } from './actions/case-act.service.ts'
import { assignAll, loadsOfOperators } from './actions/case-assign.service.ts'
import type { CaseNeeds } from './case-needs.ts'
import { type BadgeNeeds, badgesOf } from './cases.service.ts'
import { addDocuments, documentsOfCase, documentsOfRecord, removeDocument } from './documents/case-documents.service.ts'
import { caseAt, eventsOfCase } from './history/case-history.service.ts'
import type { createCaseHome } from './home/case-home.service.ts'
import { type createCaseLists, listRequestOf } from './list/case-listing.ts'
import type { createSavedViews } from './list/saved-views.service.ts'
import { enterCase, possibleDuplicates } from './new-case/case-entry.service.ts'
import { addPerformedActions, caseRecord, saveCase } from './record/case-record.ts'

type CaseLists = ReturnType<typeof createCaseLists> & ReturnType<typeof createCaseHome>

interface CaseServices {
  readonly cases: CaseLists
  readonly caseNeeds: CaseNeeds & BadgeNeeds
  readonly savedViews: ReturnType<typeof createSavedViews>
}

export function serveCases(serve: Serve, { cases, caseNeeds: needs }: Pick<CaseServices, 'cases' | 'caseNeeds'>) {
  serve(calls.listCases, ({ query }, caller) => cases.list({ view: 'all' }, query, caller))
  serve(calls.listMyCases, ({ query }, caller) => cases.list({ view: 'mine' }, query, caller))
  serve(calls.listCasesToAssign, ({ query }, caller) => cases.list({ view: 'toAssign' }, query, caller))
  serve(calls.listDismissedCases, ({ query }, caller) => cases.list({ view: 'outOfRemit' }, query, caller))
  serve(calls.searchCases, ({ query, body }, caller) => cases.list(listRequestOf(query), body, caller))
  serve(calls.listCasesOfOperator, ({ body }, caller) => cases.listOfOperator(body.taxCode, body, caller))
  serve(calls.getCaseHome, (_input, caller) => cases.home(caller))
  serve(calls.getCase, ({ params }, caller) => caseRecord.get(needs, params.id, caller))
  serve(calls.getBadges, (_input, { user }) => badgesOf(needs, user))
}

export function serveCaseCommands(serve: Serve, { cases, caseNeeds: needs, savedViews }: CaseServices) {
  serve(calls.enterCase, ({ body }, context) => enterCase(needs, body, context, idempotencyKeyOf(context.request)))
  serve(calls.findPossibleDuplicates, async ({ body }, caller) => ({
    rows: await possibleDuplicates(cases, body, caller),
  }))
  serve(calls.saveCase, ({ body }, caller) => saveCase(needs, body, caller))
  serve(calls.addPerformedActions, ({ body }, context) =>
    addPerformedActions(needs, body, context, idempotencyKeyOf(context.request)),
  )
  const serveAction = (endpoint: calls.Endpoint, word?: calls.CaseActionWord) =>
    serve(endpoint as typeof calls.changeCaseStatus, ({ body }, caller) => actOnCase(needs, body, caller, word))
  serveAction(calls.changeCaseStatus)
  serveAction(calls.setCaseStatus)
  serveAction(calls.cancelCase, 'cancel')
  serveAction(calls.reopenCase, 'reopen')
  serveAction(calls.takeCaseBack, 'takeBack')
  serveAction(calls.assignCaseExternally, 'assignExternal')
  serve(calls.assignCases, ({ body }, caller) => assignAll(needs, body, caller))
  serve(calls.listOperatorLoads, () => loadsOfOperators(needs))
  serve(calls.getCaseLock, ({ params }, { user }) => caseRecord.lockState(needs, params.id, user))
  serve(calls.lockCase, ({ params, query }, caller) => caseRecord.lock(needs, params.id, query.action, caller))
  serve(calls.listCaseEvents, ({ params, query }, caller) => eventsOfCase(needs, params.id, query, caller))
  serve(calls.getCaseAt, ({ params, query }, caller) => caseAt(needs, params.id, query.eventId, caller))
  serve(calls.listSavedViews, (_input, { user }) => savedViews.savedViews(user))
  serve(calls.saveView, ({ body }, { user }) => savedViews.saveView(body, user))
  serve(calls.deleteView, ({ body }, { user }) => savedViews.deleteView(body.id, user))
  serve(calls.listCaseDocuments, ({ params }, caller) => documentsOfCase(needs, params.id, caller))
  serve(calls.listDocumentsOfRecord, ({ query }, caller) => documentsOfRecord(needs, query, caller))
  serve(calls.addCaseDocuments, ({ params, body }, caller) => addDocuments(needs, params.id, body.files, caller))
  serve(calls.removeCaseDocument, ({ params, body }, caller) => removeDocument(needs, params.id, body.id, caller))
}
