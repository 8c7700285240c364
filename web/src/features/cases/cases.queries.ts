import { type CaseDetail, getCase, getCaseHome, listCaseMessages, sendCaseMessage } from '@portal/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#lib/api/call.ts'
import { readLocked } from '#lib/api/locked-record.ts'

export const caseQuery = (id: number) =>
  queryOptions({
    queryKey: ['cases', 'detail', id],
    queryFn: ({ signal }) => readLocked<CaseDetail>(call(getCase, { params: { id } }, { signal })),
    meta: { isHandled: true },
  })

/** The boxes of the home page; what makes lists of cases outdated makes them outdated too. */
export const caseHomeQuery = queryOptions({
  queryKey: ['cases', 'list', 'home'],
  queryFn: ({ signal }) => call(getCaseHome, {}, { signal }),
  meta: { isHandled: true },
})

export const caseMessagesQuery = (id: number) =>
  queryOptions({
    queryKey: ['cases', 'messages', id],
    queryFn: ({ signal }) => call(listCaseMessages, { params: { id }, query: {} }, { signal }),
    meta: { isHandled: true },
  })

/** The messages before one. */
export const earlierMessages = (id: number, before: number) =>
  call(listCaseMessages, { params: { id }, query: { before } })

/** Writes to the reporter of a case; the same key makes no second message. */
export const sendMessage = (id: number, text: string, senderKey: string) =>
  call(sendCaseMessage, { params: { id }, wire: { testo: text } }, { headers: { 'Idempotency-Key': senderKey } })
