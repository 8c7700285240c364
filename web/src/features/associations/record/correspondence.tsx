import { type AssociationDetail, addCorrespondence, can } from '@portal/contract'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { UploadField } from '#form/upload/upload-field.tsx'
import { useAddedFiles } from '#form/upload/use-added-files.ts'
import { useFormSession } from '#form/use-form-session.ts'
import { call } from '#lib/api/call.ts'
import { notifyUnlessAt } from '#lib/api/notify-error.ts'
import { UnsavedChanges } from '#lib/drafts/unsaved-changes.tsx'
import { notify } from '#lib/page/notices.ts'
import { useUser } from '#lib/session/current-user.ts'
import { Button } from '#ui/button.tsx'
import { ErrorSummary } from '#ui/field/error-summary.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { useAssociationRefresh } from '../associations.queries.ts'
import { DocumentFiles, type DocumentFilesProps } from './document-files.tsx'

interface Props extends Pick<DocumentFilesProps, 'buttonOf'> {
  readonly record: AssociationDetail
  readonly isPast: boolean
}

/** The correspondence of the office about an association, which never leaves it. */
export function Correspondence({ record, isPast, buttonOf }: Props) {
  const { t } = useTranslation()
  const { selectedRole } = useUser()
  return (
    <Panel title={t('register.documents.correspondence')}>
      <p>{t('register.documents.correspondenceText')}</p>
      <DocumentFiles files={record.correspondence} buttonOf={buttonOf} />
      {!isPast && can('registerEdit', selectedRole) && <AddFiles associationId={record.id} />}
    </Panel>
  )
}

const wires = { files: 'allegati' } as const
/** Files that one call adds. */
const mostFiles = 10

function AddFiles({ associationId }: { associationId: number }) {
  const { t } = useTranslation()
  const refresh = useAssociationRefresh()
  const { queue, accepted, error, hasAny, settle } = useAddedFiles(mostFiles)
  const adding = useMutation({
    meta: { isHandled: true },
    mutationFn: (files: { id: string }[]) => call(addCorrespondence, { body: { id: associationId, files } }),
    onSuccess: (changed, files) => {
      settle(files)
      notify({ kind: 'success', body: t('register.documents.added', { count: files.length }) })
      void refresh(associationId, changed)
    },
    onError: notifyUnlessAt(Object.values(wires)),
  })
  const session = useFormSession({
    id: 'correspondence',
    start: {},
    fields: wires,
    labelOf: () => t('register.documents.files'),
    check: () => ({ files: error && t(error) }),
    sending: adding,
    send: () => adding.mutate(accepted.map(({ id }) => ({ id }))),
  })
  return (
    <form {...session.form} aria-label={t('register.documents.add')}>
      <ErrorSummary {...session.summary} />
      <UploadField
        id="correspondence-files"
        label={t('register.documents.files')}
        error={session.errorOf('files')}
        required
        queue={queue}
      />
      <Button type="submit" variant="secondary" pending={session.isPending} pendingText={t('site.wait')}>
        {t('register.documents.submit')}
      </Button>
      <UnsavedChanges hasChanges={() => hasAny} />
    </form>
  )
}
