import { dayIn, formatScreenDate, officeZone, type RegistryEvent, type RegistryKind } from '@portal/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CallErrorAlert } from '#lib/api/call-error-alert.tsx'
import { notify } from '#lib/page/notices.ts'
import { Button } from '#ui/button.tsx'
import { Alert } from '#ui/feedback/alert.tsx'
import { ConfirmButton } from '#ui/feedback/confirm-button.tsx'
import { formOf, type RecordKey, registryLabel } from '../registry-kinds.ts'
import { useUndo } from './duplicates.queries.ts'

interface Props {
  readonly kind: RegistryKind
  readonly event: Pick<RegistryEvent, 'mergeId' | 'undoUntil'>
}

/** The undo of a merge, while there is one; it asks about fields that somebody has edited since. */
export function MergeUndo({ kind, event: { mergeId, undoUntil } }: Props) {
  const { t } = useTranslation()
  const undoing = useUndo()
  const [edited, setEdited] = useState<readonly string[]>([])
  if (mergeId === undefined || !undoUntil) return null
  const undo = (more: { isDecided?: boolean; restored?: string[] } = {}) =>
    undoing.mutate(
      { id: mergeId, ...more },
      {
        onSuccess: (answer) => {
          if (answer.isDone) notify({ kind: 'success', body: t('registry.duplicates.undone') })
          else setEdited(answer.edited)
        },
      },
    )
  const fields = edited.map((wire) => labelAt(kind, wire, (key) => registryLabel(t, key))).join(', ')
  return (
    <div className="stack">
      <CallErrorAlert error={undoing.error} />
      {edited.length > 0 ? (
        <Alert kind="warning" title={t('registry.duplicates.undoAsk')} announce="now">
          <p>{t('registry.duplicates.undoEdited', { fields })}</p>
          <div className="cluster">
            <Button size="sm" onClick={() => undo({ isDecided: true })}>
              {t('registry.duplicates.undoKeep')}
            </Button>
            <Button size="sm" variant="secondary" onClick={() => undo({ isDecided: true, restored: [...edited] })}>
              {t('registry.duplicates.undoRestore')}
            </Button>
          </div>
        </Alert>
      ) : (
        <ConfirmButton
          button={{
            variant: 'secondary',
            size: 'sm',
            children: t('registry.duplicates.undo'),
            pending: undoing.isPending,
            pendingText: t('site.wait'),
          }}
          title={t('registry.duplicates.undoTitle')}
          texts={{ confirm: t('registry.duplicates.undo'), cancel: t('desk.cancel'), close: t('site.close') }}
          onConfirm={() => undo()}
        >
          <p>{t('registry.duplicates.undoText', { date: formatScreenDate(dayIn(officeZone, undoUntil)) })}</p>
        </ConfirmButton>
      )}
    </div>
  )
}

/** The label of the field at a path on the wire. */
function labelAt(kind: RegistryKind, wire: string, label: (key: RecordKey) => string): string {
  const found = Object.entries(formOf(kind).fields).find(([, field]) => field.wire === wire)
  return found ? label(found[0] as RecordKey) : wire
}
