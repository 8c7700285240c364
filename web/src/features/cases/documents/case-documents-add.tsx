import { limits, type ReferenceItem } from '@portal/contract'
import { useTranslation } from 'react-i18next'
import { UploadField } from '#form/upload/upload-field.tsx'
import { useAddedFiles } from '#form/upload/use-added-files.ts'
import { useFormSession } from '#form/use-form-session.ts'
import { notifyUnlessAt } from '#lib/api/notify-error.ts'
import { UnsavedChanges } from '#lib/drafts/unsaved-changes.tsx'
import { notify } from '#lib/page/notices.ts'
import { Button } from '#ui/button.tsx'
import { ErrorSummary } from '#ui/field/error-summary.tsx'
import { Select } from '#ui/field/select.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { useAddDocuments } from './case-documents.queries.ts'

interface Props {
  readonly caseId: number
  readonly types: readonly ReferenceItem[]
  /** Number of files that the case has now. */
  readonly count: number
}

/** The body of the call; all files get the same type. */
const wires = { files: 'allegati', type: 'allegati.0.id_tipo_allegato' } as const
const labels = { files: 'caseDocuments.files', type: 'caseDocuments.type' } as const

/** Adds files of the office to a case: choice, scan, and one document type for all. */
export function AddDocuments({ caseId, types, count }: Props) {
  const { t } = useTranslation()
  const { queue, accepted, error, hasAny, settle } = useAddedFiles(limits.caseAttachments.files - count)
  const add = useAddDocuments(caseId)
  const session = useFormSession({
    id: 'documents',
    start: { type: '' },
    fields: wires,
    labelOf: (key) => t(labels[key]),
    check: ({ type }) => ({
      files: error && t(error),
      type: type === '' ? t('messages.campo_obbligatorio') : undefined,
    }),
    sending: add,
    send: ({ type }) => {
      const files = accepted.map(({ id }) => ({ id, typeId: Number(type) }))
      add.mutate(files, { onSuccess: () => handleAdded(files), onError: notifyUnlessAt(Object.values(wires)) })
    },
  })
  const handleAdded = (files: readonly { readonly id: string }[]) => {
    settle(files)
    session.restart({ type: '' })
    notify({ kind: 'success', body: t('caseDocuments.added', { count: files.length }) })
  }
  return (
    <div className="no-print">
      <Panel title={t('caseDocuments.add')}>
        <ErrorSummary {...session.summary} />
        <form {...session.form}>
          <UploadField
            id="documents-files"
            label={t('caseDocuments.files')}
            error={session.errorOf('files')}
            required
            queue={queue}
          />
          <Select
            {...session.field('type')}
            required
            emptyLabel={t('report.choose')}
            options={types.map(({ id, label }) => ({ value: String(id), label }))}
          />
          <Button type="submit" pending={session.isPending} pendingText={t('site.wait')}>
            {t('caseDocuments.submit')}
          </Button>
        </form>
        <UnsavedChanges hasChanges={() => hasAny} />
      </Panel>
    </div>
  )
}
