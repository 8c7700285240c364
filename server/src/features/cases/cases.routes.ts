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
  getCaseHome,
  getCaseLock,
  listCaseDocuments,
  listCaseEvents,
  listCases,
  listCasesOfOperator,
  listCasesToAssign,
  listDismissedCases,
  listDocumentsOfRecord,
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
import type { createCaseActing } from './actions/case-act.service.ts'
import type { createCaseAssigning } from './actions/case-assign.service.ts'
import type { Cases } from './cases.service.ts'
import type { createCaseDocuments } from './documents/case-documents.service.ts'
import type { createCaseHistory } from './history/case-history.service.ts'
import type { createCaseHome } from './home/case-home.service.ts'
import { type createCaseLists, listRequestOf } from './list/case-listing.ts'
import type { createSavedViews } from './list/saved-views.service.ts'
import type { createCaseEntry } from './new-case/case-entry.service.ts'
import type { createCaseLocking } from './record/case-lock.service.ts'
import type { createCaseSaving } from './record/case-save.service.ts'

type CaseReading = Cases & ReturnType<typeof createCaseLists> & ReturnType<typeof createCaseHome>

export function serveCases(serve: Serve, { cases }: { readonly cases: CaseReading }) {
  serve(listCases, ({ query }, caller) => cases.list({ view: 'all' }, query, caller))
  serve(listMyCases, ({ query }, caller) => cases.list({ view: 'mine' }, query, caller))
  serve(listCasesToAssign, ({ query }, caller) => cases.list({ view: 'toAssign' }, query, caller))
  serve(listDismissedCases, ({ query }, caller) => cases.list({ view: 'outOfRemit' }, query, caller))
  serve(searchCases, ({ query, body }, caller) => cases.list(listRequestOf(query), body, caller))
  serve(listCasesOfOperator, ({ body }, caller) => cases.listOfOperator(body.taxCode, body, caller))
  serve(getCaseHome, (_input, caller) => cases.home(caller))
  serve(getCase, ({ params }, caller) => cases.get(params.id, caller))
  serve(getBadges, (_input, { user }) => cases.badges(user))
}

type ActionCall = typeof changeCaseStatus

type CaseCommands = ReturnType<typeof createCaseEntry> &
  ReturnType<typeof createCaseSaving> &
  ReturnType<typeof createCaseActing> &
  ReturnType<typeof createCaseAssigning> &
  ReturnType<typeof createCaseLocking> &
  ReturnType<typeof createCaseDocuments> &
  ReturnType<typeof createCaseHistory> &
  ReturnType<typeof createSavedViews>

export function serveCaseCommands(serve: Serve, { caseWork: commands }: { readonly caseWork: CaseCommands }) {
  serve(enterCase, ({ body }, context) => commands.enter(body, context, idempotencyKeyOf(context.request)))
  serve(findPossibleDuplicates, async ({ body }, caller) => ({ rows: await commands.possibleDuplicates(body, caller) }))
  serve(saveCase, ({ body }, caller) => commands.save(body, caller))
  serve(addPerformedActions, ({ body }, context) =>
    commands.addActions(body, context, idempotencyKeyOf(context.request)),
  )
  const serveAction = (endpoint: Endpoint, word?: CaseActionWord) =>
    serve(endpoint as ActionCall, ({ body }, caller) => commands.act(body, caller, word))
  serveAction(changeCaseStatus)
  serveAction(setCaseStatus)
  serveAction(cancelCase, 'cancel')
  serveAction(reopenCase, 'reopen')
  serveAction(takeCaseBack, 'takeBack')
  serveAction(assignCaseExternally, 'assignExternal')
  serve(assignCases, ({ body }, caller) => commands.assignAll(body, caller))
  serve(listOperatorLoads, () => commands.loads())
  serve(getCaseLock, ({ params }, { user }) => commands.lockStateOf(params.id, user))
  serve(lockCase, ({ params, query }, caller) => commands.lock(params.id, query.action, caller))
  serve(listCaseEvents, ({ params, query }, caller) => commands.events(params.id, query, caller))
  serve(listSavedViews, (_input, { user }) => commands.savedViews(user))
  serve(saveView, ({ body }, { user }) => commands.saveView(body, user))
  serve(deleteView, ({ body }, { user }) => commands.deleteView(body.id, user))
  serve(listCaseDocuments, ({ params }, caller) => commands.documentsOf(params.id, caller))
  serve(listDocumentsOfRecord, ({ query }, caller) => commands.documentsOfRecord(query, caller))
  serve(addCaseDocuments, ({ params, body }, caller) => commands.addDocuments(params.id, body.files, caller))
  serve(removeCaseDocument, ({ params, body }, caller) => commands.removeDocument(params.id, body.id, caller))
  serve(getCaseAt, ({ params, query }, caller) => commands.at(params.id, query.eventId, caller))
}
