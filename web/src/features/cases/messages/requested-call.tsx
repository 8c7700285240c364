import { type CallRequest, noteCall } from '@portal/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '#lib/api/call.ts'
import { ShowInstant } from '#lib/i18n/format.tsx'
import { notify } from '#lib/page/notices.ts'
import { phoneHrefOf } from '#lib/page/page-settings.ts'
import { Button } from '#ui/button.tsx'
import { Alert } from '#ui/feedback/alert.tsx'
import { caseQuery, correspondenceQuery } from '../cases.queries.ts'

interface Props {
  readonly caseId: number
  readonly messageId: number
  readonly call: CallRequest
  readonly canNote: boolean
}

/** A request of the reporter to be called: the number, when and with whom to speak, and the button that notes the call. */
export function RequestedCall({ caseId, messageId, call: request, canNote }: Props) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const noting = useMutation({
    mutationFn: () => call(noteCall, { params: { id: caseId }, body: { messageId } }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: correspondenceQuery(caseId).queryKey })
      void queryClient.invalidateQueries({ queryKey: caseQuery(caseId).queryKey })
      notify({ kind: 'success', body: t('cases.messages.call.noted') })
    },
  })
  const { phone, callHours, onlyToReporter, calledAt } = request
  return (
    <Alert kind={calledAt ? 'success' : 'warning'} title={t('cases.messages.call.title')}>
      <p>
        <a href={phoneHrefOf(phone)} dir="ltr">
          {phone}
        </a>
      </p>
      {callHours && (
        <p>
          <span>{`${t('fields.callHours')}: `}</span>
          <bdi>{callHours}</bdi>
        </p>
      )}
      {onlyToReporter && <p>{t('caseDetail.calls.only')}</p>}
      {calledAt ? (
        <p>
          <span>{t('cases.messages.call.done')}</span> <ShowInstant instant={calledAt} />
        </p>
      ) : (
        canNote && (
          <Button
            size="sm"
            pending={noting.isPending}
            pendingText={t('cases.messages.call.noting')}
            onClick={() => noting.mutate()}
          >
            {t('cases.messages.call.note')}
          </Button>
        )
      )}
    </Alert>
  )
}
