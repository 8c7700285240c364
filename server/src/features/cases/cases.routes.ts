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
  findPossibleDuplicates,
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
import type { CaseCommands } from './case-commands.ts'
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

export function serveCaseCommands(serve: Serve, commands: CaseCommands) {
  serve(enterCase, ({ body }, { user, request }) => commands.enter(body, user, idempotencyKeyOf(request)))
  serve(findPossibleDuplicates, async ({ body }, { user }) => ({ rows: await commands.possibleDuplicates(body, user) }))
  serve(saveCase, ({ body }, { user }) => commands.save(body, user))
  serve(addPerformedActions, ({ body }, { user, request }) =>
    commands.addActions(body, user, idempotencyKeyOf(request)),
  )
  const serveAction = (endpoint: Endpoint, word?: CaseActionWord) =>
    serve(endpoint as ActionCall, ({ body }, { user }) => commands.act(body, user, word))
  serveAction(changeCaseStatus)
  serveAction(setCaseStatus)
  serveAction(cancelCase, 'cancel')
  serveAction(reopenCase, 'reopen')
  serveAction(takeCaseBack, 'takeBack')
  serveAction(assignCaseExternally, 'assignExternal')
  serve(assignCases, ({ body }, { user }) => commands.assignAll(body, user))
  serve(listOperatorLoads, () => commands.loads())
  serve(getCaseLock, ({ params }, { user }) => commands.lockStateOf(params.id, user))
  serve(lockCase, ({ params, query }, { user }) => commands.lock(params.id, query.action, user))
  serve(listCaseEvents, ({ params, query }, { user }) => commands.events(params.id, query, user))
  serve(listSavedViews, (_input, { user }) => commands.savedViews(user))
  serve(saveView, ({ body }, { user }) => commands.saveView(body, user))
  serve(deleteView, ({ body }, { user }) => commands.deleteView(body.id, user))
  serve(listCaseDocuments, ({ params }, { user }) => commands.documentsOf(params.id, user))
  serve(addCaseDocuments, ({ params, body }, { user }) => commands.addDocuments(params.id, body.files, user))
  serve(removeCaseDocument, ({ params, body }, { user }) => commands.removeDocument(params.id, body.id, user))
  serve(getCaseAt, ({ params, query }, { user }) => commands.at(params.id, query.eventId, user))
}
