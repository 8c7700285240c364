import { limits, type ReferenceItem } from '@portal/contract'
import { type FormEvent, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { createServerUploads } from '#form/upload/server-uploads.ts'
import { UploadField } from '#form/upload/upload-field.tsx'
import { isUploading } from '#form/upload/upload-rules.ts'
import { useUploads } from '#form/upload/use-uploads.ts'
import { tellRefusal } from '#lib/api/tell-refusal.ts'
import { UnsavedChanges } from '#lib/drafts/unsaved-changes.tsx'
import { noteSettled, takeBackFiles } from '#lib/files/uploaded-files.ts'
import { notify } from '#lib/page/notices.ts'
import { Button } from '#ui/button.tsx'
import { Select } from '#ui/field/select.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { useAddDocuments } from './case-documents.queries.ts'

interface Props {
  readonly caseId: number
  readonly types: readonly ReferenceItem[]
  /** How many files the case has now. */
  readonly count: number
}

/** Files that are brought until they are the case's; whoever leaves takes them along. */
function useBroughtFiles(count: number) {
  const begin = (had: number) => createServerUploads('case', { most: limits.caseAttachments.files - had })
  const [queue, setQueue] = useState(() => begin(count))
  const { uploads, kept } = useUploads(queue)
  useEffect(() => {
    return () => {
      takeBackFiles(queue.get().kept.map(({ id }) => id))
      queue.clear()
    }
  }, [queue])
  const fault = ():
    | 'caseDocuments.filesUnderWay'
    | 'caseDocuments.filesRefused'
    | 'caseDocuments.filesMissing'
    | undefined => {
    if (uploads.length > 0)
      return isUploading(queue.get()) ? 'caseDocuments.filesUnderWay' : 'caseDocuments.filesRefused'
    return kept.length === 0 ? 'caseDocuments.filesMissing' : undefined
  }
  return {
    queue,
    kept,
    fault: fault(),
    hasAny: uploads.length > 0 || kept.length > 0,
    settle: (added: readonly { readonly id: string }[]) => {
      noteSettled(added.map(({ id }) => id))
      queue.clear()
      setQueue(begin(count + added.length))
    },
  }
}

/** Files of the office for a case: chosen, judged, and made its documents under a type. */
export function AddDocuments({ caseId, types, count }: Props) {
  const { t } = useTranslation()
  const { queue, kept, fault, hasAny, settle } = useBroughtFiles(count)
  const [typeId, setTypeId] = useState('')
  const [isTried, setTried] = useState(false)
  const add = useAddDocuments(caseId)
  const isTypeMissing = isTried && typeId === ''
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (typeId === '' || fault || add.isPending) return
    const files = kept.map(({ id }) => ({ id, typeId: Number(typeId) }))
    add.mutate(files, {
      onSuccess: () => {
        settle(files)
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
          error={isTried && fault ? t(fault) : undefined}
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
      <UnsavedChanges hasChanges={() => hasAny} />
    </Panel>
  )
}
