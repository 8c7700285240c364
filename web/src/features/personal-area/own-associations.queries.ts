import {
  answerInvitation,
  askForRemoval,
  getCertificate,
  listInvitations,
  listOwnAssociations,
  listOwnEvents,
  type OwnAssociation,
  type Withdrawal,
  withdrawOwn,
} from '@portal/contract'
import {
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call, callFile } from '#lib/api/call.ts'
import { firstPage, nextPageOf } from '#lib/api/next-page.ts'
import { useDocumentDownload } from '#lib/files/file-download.tsx'
import { notify } from '#lib/page/notices.ts'
import { focusById } from '#ui/focus-by-id.ts'

const listKey = ['ownAssociations', 'list'] as const
const eventsKey = ['ownAssociations', 'events'] as const

/** The associations of the user, each with its state, its timeline and its data. */
export const ownAssociationsQuery = queryOptions({
  queryKey: listKey,
  queryFn: ({ signal }) => call(listOwnAssociations, {}, { signal }),
  meta: { isHandled: true },
})

/** Stores the association that a call returned, and reads its history again. */
export function updateOwn(queryClient: QueryClient, changed: OwnAssociation) {
  queryClient.setQueryData(ownAssociationsQuery.queryKey, (all) =>
    all?.map((one) => (one.id === changed.id ? changed : one)),
  )
  return queryClient.invalidateQueries({ queryKey: [...eventsKey, changed.id] })
}

/** The history of an association, newest first, ten entries at a time. */
export const ownEventsQuery = (id: number) =>
  infiniteQueryOptions({
    queryKey: [...eventsKey, id],
    queryFn: ({ pageParam, signal }) => call(listOwnEvents, { params: { id }, query: pageParam }, { signal }),
    initialPageParam: firstPage,
    getNextPageParam: nextPageOf,
    meta: { isHandled: true },
  })

/** Requests the removal from the register. */
export function useRemoval(onDone: () => void) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  return useMutation({
    meta: { isHandled: true },
    mutationFn: (request: { readonly id: number; readonly reason?: string }) => call(askForRemoval, { body: request }),
    onSuccess: async (changed) => {
      onDone()
      notify({ kind: 'success', body: t('personalArea.removal.done') })
      await updateOwn(queryClient, changed)
    },
  })
}

/** Withdraws what the association asked for. */
export function useWithdrawal(doneText: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (request: { readonly id: number; readonly subject: Withdrawal }) =>
      call(withdrawOwn, { body: request }),
    onSuccess: async (changed) => {
      notify({ kind: 'success', body: doneText })
      await updateOwn(queryClient, changed)
    },
  })
}

/** The associations that named the user and wait for an answer. */
export const invitationsQuery = queryOptions({
  queryKey: ['ownAssociations', 'invitations'],
  queryFn: ({ signal }) => call(listInvitations, {}, { signal }),
  meta: { isHandled: true },
})

/** The heading of the personal area. */
export const personalAreaTitleId = 'personal-area'

/** Accepts or declines to act for an association; the lists are read again. */
export function useInvitationAnswer() {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (answer: { readonly associationId: number; readonly isAccepted: boolean }) =>
      call(answerInvitation, { body: answer }),
    onSuccess: async (left, { isAccepted }) => {
      notify({ kind: 'success', body: t(`personalArea.invitations.${isAccepted ? 'accepted' : 'declined'}`) })
      queryClient.setQueryData(invitationsQuery.queryKey, left)
      // The button that was pressed is gone with its invitation.
      focusById(personalAreaTitleId)
      await queryClient.invalidateQueries({ queryKey: ownAssociationsQuery.queryKey })
    },
  })
}

/** Saves the certificate of enrolment. */
export function useCertificate({ id, requestNumber, enrolmentNumber }: OwnAssociation) {
  const { t } = useTranslation()
  const name = t('personalArea.certificateFile', { number: enrolmentNumber ?? requestNumber })
  return useDocumentDownload(name, () => callFile(getCertificate, { params: { id } }))
}
