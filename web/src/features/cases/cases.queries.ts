import { getCase, listCaseMessages, searchCases, sendCaseMessage } from '@portal/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '#lib/call.ts'
import { rowsAt } from '#lib/list-place.ts'
import type { CaseListSearch } from './case-list-search.ts'
import type { SearchedWords } from './searched-words.ts'

/** A page of cases, asked for by POST: names and contacts that are looked for must not stand in an address. */
export const caseListQuery = (search: CaseListSearch, words: SearchedWords | undefined) =>
  queryOptions({
    // A search that is asked for once more has a new name, and is asked for anew.
    queryKey: ['cases', 'list', search, words],
    queryFn: ({ signal }) => {
      const filters = { statuses: search.status && [search.status], ...words }
      return call(searchCases, { body: { ...rowsAt(search), filters } }, { signal })
    },
    placeholderData: keepPreviousData,
    meta: { isHandled: true },
  })

export const caseQuery = (id: number) =>
  queryOptions({
    queryKey: ['cases', 'detail', id],
    queryFn: ({ signal }) => call(getCase, { params: { id } }, { signal }),
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
