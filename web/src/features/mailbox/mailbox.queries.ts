import {
  type AddedMail,
  addMailToCase,
  dismissMail,
  getReceivedMail,
  listMailboxes,
  type ReceivedMail,
  reviewMail,
} from '@portal/contract'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#lib/api/call.ts'
import { notifyError } from '#lib/api/notify-error.ts'
import { badgesQuery } from '#lib/backoffice/badges.ts'

export const mailQuery = (id: number) =>
  queryOptions({
    queryKey: ['mails', 'detail', id],
    queryFn: ({ signal }) => call(getReceivedMail, { params: { id } }, { signal }),
  })

/** How reading the mailboxes goes, as often as they are read. */
export const mailboxesQuery = queryOptions({
  queryKey: ['mails', 'mailboxes'],
  queryFn: ({ signal }) => call(listMailboxes, {}, { signal }),
  refetchInterval: 60_000,
  meta: { isHandled: true },
})

/** Shows what a decision made of a mail, and renews the list and the counter of the menu. */
function useDecided(id: number) {
  const queryClient = useQueryClient()
  return async (mail: ReceivedMail) => {
    queryClient.setQueryData(mailQuery(id).queryKey, mail)
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: ['mails', 'list'] }),
      queryClient.invalidateQueries({ queryKey: badgesQuery.queryKey }),
    ])
  }
}

interface Added {
  readonly caseId: number
  readonly isFromReporter: boolean
}

/** `onDone` runs before the page of the mail changes: its buttons are gone once the mail is in a case. */
export function useAddToCase(id: number, onDone: (added: AddedMail) => void) {
  const decided = useDecided(id)
  return useMutation({
    meta: { isHandled: true },
    mutationFn: (body: Added) => call(addMailToCase, { params: { id }, body }),
    onSuccess: async (added) => {
      onDone(added)
      await decided(added.mail)
    },
    onError: notifyError,
  })
}

export function useDismiss(id: number, onDone: () => void) {
  const decided = useDecided(id)
  return useMutation({
    meta: { isHandled: true },
    mutationFn: (reason: string) => call(dismissMail, { params: { id }, body: { reason } }),
    onSuccess: async (mail) => {
      await decided(mail)
      onDone()
    },
  })
}

export function useReviewAgain(id: number, onDone: () => void) {
  const decided = useDecided(id)
  return useMutation({
    meta: { isHandled: true },
    mutationFn: () => call(reviewMail, { params: { id } }),
    onSuccess: async (mail) => {
      onDone()
      await decided(mail)
    },
    onError: notifyError,
  })
}
