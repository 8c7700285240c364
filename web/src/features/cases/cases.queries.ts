import { type CaseDetail, getCase, listCaseMessages, sendCaseMessage } from '@portal/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#lib/api/call.ts'
import { CallError } from '#lib/api/call-error.ts'

/** A case; one that somebody else is writing comes with a refusal, and is read all the same (specification 2 §8). */
export const caseQuery = (id: number) =>
  queryOptions({
    queryKey: ['cases', 'detail', id],
    queryFn: async ({ signal }): Promise<CaseDetail> => {
      try {
        return await call(getCase, { params: { id } }, { signal })
      } catch (error) {
        if (error instanceof CallError && error.record) return error.record as CaseDetail
        throw error
      }
    },
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
