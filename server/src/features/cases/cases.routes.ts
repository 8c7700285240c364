import {
  addCaseDocuments,
  addPerformedActions,
  assignCaseExternally,
  assignCases,
  type CaseActionWord,
  cancelCase,
  changeCaseStatus,
  deleteView,
  type Endpoint,
  enterCase,
  findTwins,
  getBadges,
  getCase,
  getCaseAt,
  getCaseLock,
  listCaseDocuments,
  listCaseEvents,
  listCases,
  listCasesOfOperator,
  listCasesToAssign,
  listDismissedCases,
  listMyCases,
  listOperatorLoads,
  listSavedViews,
  lockCase,
  removeCaseDocument,
  reopenCase,
  saveCase,
  saveView,
  searchCases,
  setCaseStatus,
  takeCaseBack,
} from '@portal/contract'
import type { Serve } from '#platform/http/serve.ts'
import { idempotencyKeyOf } from '#platform/idempotency.ts'
import type { CaseWork } from './case-commands.ts'
import type { Cases } from './cases.service.ts'
import { listRequestOf } from './list/case-listing.ts'

export function serveCases(serve: Serve, cases: Cases) {
  serve(listCases, ({ query }, { user }) => cases.list({ view: 'all' }, query, user))
  serve(listMyCases, ({ query }, { user }) => cases.list({ view: 'mine' }, query, user))
  serve(listCasesToAssign, ({ query }, { user }) => cases.list({ view: 'toAssign' }, query, user))
  serve(listDismissedCases, ({ query }, { user }) => cases.list({ view: 'outOfRemit' }, query, user))
  serve(searchCases, ({ query, body }, { user }) => cases.list(listRequestOf(query), body, user))
  serve(listCasesOfOperator, ({ body }, { user }) => cases.listOfOperator(body.taxCode, body, user))
  serve(getCase, ({ params }, { user }) => cases.get(params.id, user))
  serve(getBadges, (_input, { user }) => cases.badges(user))
}

type ActionCall = typeof changeCaseStatus

export function serveCaseWork(serve: Serve, work: CaseWork) {
  serve(enterCase, ({ body }, { user, request }) => work.enter(body, user, idempotencyKeyOf(request)))
  serve(findTwins, async ({ body }, { user }) => ({ rows: await work.twins(body, user) }))
  serve(saveCase, ({ body }, { user }) => work.save(body, user))
  serve(addPerformedActions, ({ body }, { user, request }) => work.addActions(body, user, idempotencyKeyOf(request)))
  const serveAction = (endpoint: Endpoint, word?: CaseActionWord) =>
    serve(endpoint as ActionCall, ({ body }, { user }) => work.act(body, user, word))
  serveAction(changeCaseStatus)
  serveAction(setCaseStatus)
  serveAction(cancelCase, 'cancel')
  serveAction(reopenCase, 'reopen')
  serveAction(takeCaseBack, 'takeBack')
  serveAction(assignCaseExternally, 'assignExternal')
  serve(assignCases, ({ body }, { user }) => work.assignAll(body, user))
  serve(listOperatorLoads, () => work.loads())
  serve(getCaseLock, ({ params }, { user }) => work.heldCase(params.id, user))
  serve(lockCase, ({ params, query }, { user }) => work.lock(params.id, query.action, user))
  serve(listCaseEvents, ({ params, query }, { user }) => work.events(params.id, query, user))
  serve(listSavedViews, (_input, { user }) => work.savedViews(user))
  serve(saveView, ({ body }, { user }) => work.saveView(body, user))
  serve(deleteView, ({ body }, { user }) => work.deleteView(body.id, user))
  serve(listCaseDocuments, ({ params }, { user }) => work.documentsOf(params.id, user))
  serve(addCaseDocuments, ({ params, body }, { user }) => work.addDocuments(params.id, body.files, user))
  serve(removeCaseDocument, ({ params, body }, { user }) => work.removeDocument(params.id, body.id, user))
  serve(getCaseAt, ({ params, query }, { user }) => work.at(params.id, query.eventId, user))
}
