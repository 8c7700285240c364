import { limits, type ReferenceItem } from '@portal/contract'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { createServerUploads } from '#form/server-uploads.ts'
import { UploadField } from '#form/upload-field.tsx'
import { useUploads } from '#form/use-uploads.ts'
import { notify } from '#lib/notices.ts'
import { tellRefusal } from '#lib/tell-refusal.ts'
import { UnsavedChanges } from '#lib/unsaved-changes.tsx'
import { Button } from '#ui/button.tsx'
import { Panel } from '#ui/panel.tsx'
import { Select } from '#ui/select.tsx'
import { useAddDocuments } from './case-documents.queries.ts'

interface Props {
  readonly caseId: number
  readonly types: readonly ReferenceItem[]
  /** How many files the case has now. */
  readonly count: number
}

/** Files of the office for a case: chosen, judged, and made its documents under a type. */
export function AddDocuments({ caseId, types, count }: Props) {
  const { t } = useTranslation()
  const [queue] = useState(() => createServerUploads('case', { most: limits.caseAttachments.files - count }))
  const { kept } = useUploads(queue)
  const [typeId, setTypeId] = useState('')
  const [isTried, setTried] = useState(false)
  const add = useAddDocuments(caseId)
  const isTypeMissing = isTried && typeId === ''
  const areFilesMissing = isTried && kept.length === 0
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (typeId === '' || kept.length === 0 || add.isPending) return
    const files = kept.map(({ id }) => ({ id, typeId: Number(typeId) }))
    add.mutate(files, {
      onSuccess: () => {
        queue.clear()
        setTypeId('')
        setTried(false)
        notify({ kind: 'success', body: t('caseDocuments.added', { count: files.length }) })
      },
      onError: tellRefusal,
    })
  }
  return (
    <Panel title={t('caseDocuments.add')}>
      <form noValidate onSubmit={handleSubmit}>
        <UploadField
          id="documents-files"
          label={t('caseDocuments.files')}
          error={areFilesMissing ? t('caseDocuments.filesMissing') : undefined}
          required
          queue={queue}
        />
        <Select
          id="documents-type"
          label={t('caseDocuments.type')}
          error={isTypeMissing ? t('messages.campo_obbligatorio') : undefined}
          required
          emptyLabel={t('report.choose')}
          value={typeId}
          options={types.map(({ id, label }) => ({ value: String(id), label }))}
          onChange={setTypeId}
        />
        <Button type="submit" pending={add.isPending} pendingText={t('site.wait')}>
          {t('caseDocuments.submit')}
        </Button>
      </form>
      <UnsavedChanges hasChanges={() => kept.length > 0} />
    </Panel>
  )
}
