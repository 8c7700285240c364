import { formatScreenDate, rejectSuggestion, type SuggestionRow } from '@portal/contract'
import { useTranslation } from 'react-i18next'
import { call } from '#lib/api/call.ts'
import { notifyError } from '#lib/api/notify-error.ts'
import { notify } from '#lib/page/notices.ts'
import { Button } from '#ui/button.tsx'
import { useRegistryCall } from './duplicates.queries.ts'

/** Birth date and code of a record, by which it is recognised beside its name. */
export const identityText = ({ birthDate, code }: SuggestionRow['record']): string =>
  [birthDate && formatScreenDate(birthDate), code].filter(Boolean).join(', ')

interface Props {
  readonly suggestion: SuggestionRow
  readonly onDone?: () => void
}

/** Says that a record is of somebody else: it is not suggested again. */
export function RejectButton({ suggestion: { id, kind, record, sourceName }, onDone }: Props) {
  const { t } = useTranslation()
  const rejecting = useRegistryCall(() => call(rejectSuggestion, { body: { id } }))
  const handleReject = () =>
    rejecting.mutate(undefined, {
      onError: notifyError,
      onSuccess: () => {
        notify({ kind: 'success', body: t('registry.suggestions.rejected') })
        onDone?.()
      },
    })
  return (
    <Button
      variant="secondary"
      size="sm"
      pending={rejecting.isPending}
      pendingText={t('site.wait')}
      onClick={handleReject}
    >
      <span>{t(`registry.duplicates.apart.${kind}`)}</span>
      <span className="visually-hidden">{`: ${record.name}, ${sourceName}`}</span>
    </Button>
  )
}
