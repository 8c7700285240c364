import * as calls from '@portal/contract'
import type { Serve } from '#platform/http/serve.ts'
import { idempotencyKeyOf } from '#platform/idempotency.ts'
import { actOnCase } from './actions/case-act.service.ts'
import { assignAll, loadsOfOperators } from './actions/case-assign.service.ts'
import { closeAsDuplicates, performOnEach, tagEach } from './actions/case-edits-of-many.service.ts'
import { undoAction, undoActions } from './actions/case-undo.service.ts'
import { deleteMacro, listMacros, saveMacro } from './actions/closing-macros.service.ts'
import type { CaseNeeds } from './case-needs.ts'
import { type BadgeNeeds, badgesOf } from './cases.service.ts'
import { addDocuments, documentsOfCase, documentsOfRecord, removeDocument } from './documents/case-documents.service.ts'
import { findPage } from './finding/find-cases.ts'
import { caseAt, eventsOfCase } from './history/case-history.service.ts'
import { readHome } from './home/case-home.ts'
import { enterCase, possibleDuplicates } from './new-case/case-entry.service.ts'
import { classifyCase } from './record/case-classify.service.ts'
import { addPerformedActions, caseRecord, saveCase } from './record/case-record.ts'
import type { SavedReplies } from './saved-replies/saved-replies.service.ts'
import type { createSavedViews } from './saved-views/saved-views.service.ts'
import { countViews } from './saved-views/view-counts.ts'

interface CaseServices {
  readonly caseNeeds: CaseNeeds & BadgeNeeds
  readonly savedViews: ReturnType<typeof createSavedViews>
  readonly savedReplies: SavedReplies
}

/** The open cases of an operator, as far as the caller may read them. */
const openCasesOf = (taxCode: string) => ({
  view: 'everywhere' as const,
  filters: { statuses: [...calls.pendingStatuses], user: { taxCode } },
})

export function serveCases(serve: Serve, { caseNeeds: needs }: Pick<CaseServices, 'caseNeeds'>) {
  serve(calls.listCases, ({ query }, caller) => findPage(needs, { view: 'all', filters: query.filters }, query, caller))
  serve(calls.listMyCases, ({ query }, caller) =>
    findPage(needs, { view: 'mine', filters: query.filters }, query, caller),
  )
  serve(calls.listCasesToAssign, ({ query }, caller) =>
    findPage(needs, { view: 'toAssign', filters: query.filters }, query, caller),
  )
  serve(calls.listDismissedCases, ({ query }, caller) =>
    findPage(needs, { view: 'outOfRemit', filters: query.filters }, query, caller),
  )
  serve(calls.searchCases, ({ query, body }, caller) =>
    findPage(needs, { ...query, filters: body.filters }, body, caller),
  )
  serve(calls.listCasesOfOperator, ({ body }, caller) => findPage(needs, openCasesOf(body.taxCode), body, caller))
  serve(calls.listClosingMacros, () => listMacros(needs.db))
  serve(calls.saveClosingMacro, ({ body }, caller) => saveMacro(needs, body, caller))
  serve(calls.deleteClosingMacro, ({ body }, caller) => deleteMacro(needs, body.id, caller))
  serve(calls.getCaseHome, ({ query }, caller) => readHome(needs, query, caller))
  serve(calls.getCase, ({ params }, caller) => caseRecord.get(needs, params.id, caller))
  serve(calls.getBadges, (_input, { user }) => badgesOf(needs, user))
}

export function serveCaseCommands(serve: Serve, { caseNeeds: needs, savedViews, savedReplies }: CaseServices) {
  serve(calls.enterCase, ({ body }, context) => enterCase(needs, body, context, idempotencyKeyOf(context.request)))
  serve(calls.findPossibleDuplicates, async ({ body }, caller) => ({
    rows: await possibleDuplicates(needs, body, caller),
  }))
  serve(calls.saveCase, ({ body }, caller) => saveCase(needs, body, caller))
  serve(calls.classifyCase, ({ body }, caller) => classifyCase(needs, body, caller))
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
  serve(calls.tagCases, ({ body }, caller) => tagEach(needs, body, caller))
  serve(calls.performOnCases, ({ body }, caller) => performOnEach(needs, body, caller))
  serve(calls.closeDuplicates, ({ body }, caller) => closeAsDuplicates(needs, body, caller))
  serve(calls.undoAction, ({ body }, caller) => undoAction(needs, body, caller))
  serve(calls.undoActions, ({ body }, caller) => undoActions(needs, body.cases, caller))
  serve(calls.listOperatorLoads, () => loadsOfOperators(needs))
  serve(calls.getCaseLock, ({ params }, { user }) => caseRecord.lockState(needs, params.id, user))
  serve(calls.lockCase, ({ params, query }, caller) => caseRecord.lock(needs, params.id, query.action, caller))
  serve(calls.listCaseEvents, ({ params, query }, caller) => eventsOfCase(needs, params.id, query, caller))
  serve(calls.getCaseAt, ({ params, query }, caller) => caseAt(needs, params.id, query.eventId, caller))
  serve(calls.countCaseViews, ({ query }, { user }) =>
    countViews({ ...needs, viewsOf: savedViews.savedViews }, query.view, user),
  )
  serve(calls.listSavedViews, (_input, { user }) => savedViews.savedViews(user))
  serve(calls.saveView, ({ body }, { user }) => savedViews.saveView(body, user))
  serve(calls.deleteView, ({ body }, { user }) => savedViews.deleteView(body.id, user))
  serve(calls.listSavedReplies, (_input, { user }) => savedReplies.list(user))
  serve(calls.saveReply, ({ body }, caller) => savedReplies.save(body, caller))
  serve(calls.listCaseDocuments, ({ params }, caller) => documentsOfCase(needs, params.id, caller))
  serve(calls.listDocumentsOfRecord, ({ query }, caller) => documentsOfRecord(needs, query, caller))
  serve(calls.addCaseDocuments, ({ params, body }, caller) => addDocuments(needs, params.id, body.files, caller))
  serve(calls.removeCaseDocument, ({ params, body }, caller) => removeDocument(needs, params.id, body.id, caller))
}
