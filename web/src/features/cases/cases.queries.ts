import {
  type CaseDetail,
  getCase,
  getCaseHome,
  getCorrespondence,
  type HomeTab,
  listCaseMessages,
  type NewOfficeMessage,
  officeMessageForm,
  sendCaseMessage,
  writeWire,
} from '@portal/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '#lib/api/call.ts'
import { readLocked } from '#lib/api/locked-record.ts'

export const caseQuery = (id: number) =>
  queryOptions({
    queryKey: ['cases', 'detail', id],
    queryFn: ({ signal }) => readLocked<CaseDetail>(call(getCase, { params: { id } }, { signal })),
    meta: { isHandled: true },
  })

/** All queues of the home page; what makes lists of cases outdated makes them outdated too. */
export const caseHomeKey = ['cases', 'list', 'home'] as const

/** A tab of the home page with its first rows; until it is there, the counts are those of the tab before. */
export const caseHomeQuery = (tab: HomeTab, rows: number) =>
  queryOptions({
    queryKey: [...caseHomeKey, tab, rows],
    queryFn: ({ signal }) => call(getCaseHome, { query: { tab, rows } }, { signal }),
    placeholderData: keepPreviousData,
    meta: { isHandled: true },
  })

export const correspondenceQuery = (id: number) =>
  queryOptions({
    queryKey: ['cases', 'correspondence', id],
    queryFn: ({ signal }) => call(getCorrespondence, { params: { id }, query: {} }, { signal }),
    meta: { isHandled: true },
  })

/** The last messages of a case, none of which counts as read by that. */
export const messagesPreviewQuery = (id: number) =>
  queryOptions({
    queryKey: [...correspondenceQuery(id).queryKey, 'preview'],
    queryFn: ({ signal }) => call(listCaseMessages, { params: { id }, query: { isPreview: true } }, { signal }),
    meta: { isHandled: true },
  })

/** The entries of the correspondence before an instant. */
export const earlierCorrespondence = (id: number, before: Date) =>
  call(getCorrespondence, { params: { id }, query: { before } })

/** Writes to the reporter of a case; the same key makes no second message. */
export const sendMessage = (id: number, message: NewOfficeMessage, senderKey: string) =>
  call(
    sendCaseMessage,
    { params: { id }, wire: writeWire(officeMessageForm, message) },
    { headers: { 'Idempotency-Key': senderKey } },
  )
