import { type ListedFolder, uploadTransferTable } from '@portal/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '#form/form-dialog.tsx'
import { upload } from '#lib/files/upload.ts'
import { notify } from '#lib/page/notices.ts'
import { Button } from '#ui/button.tsx'
import { Alert } from '#ui/feedback/alert.tsx'
import { RowErrorTable } from './row-error-table.tsx'
import { transferFoldersQuery } from './transfer.queries.ts'
import { FileField, fileError } from './upload-form.tsx'

interface Props {
  readonly folder: ListedFolder
}

/** Takes the filled-in table of correspondences of a folder; the next check reads it. */
export function TransferTableButton({ folder }: Props) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        variant="secondary"
        size="sm"
        icon="it-upload"
        aria-label={t('batchPage.transfer.table.buttonOf', { name: folder.name })}
        onClick={() => setOpen(true)}
      >
        {t('batchPage.transfer.table.button')}
      </Button>
      {isOpen && <TransferTableDialog folder={folder} onClose={() => setOpen(false)} />}
    </>
  )
}

function TransferTableDialog({ folder: { name }, onClose }: Props & { readonly onClose: () => void }) {
  const { t } = useTranslation()
  const fieldId = useId()
  const [file, setFile] = useState<File>()
  const [choiceError, setChoiceError] = useState<string>()
  const send = useSendTable(name, onClose)
  const label = t('batchPage.transfer.table.file')
  const handleChoose = (chosen: File | undefined) => {
    const found = chosen && fileError(chosen)
    setFile(found ? undefined : chosen)
    setChoiceError(found && t(`batchPage.upload.${found}`))
    send.reset()
  }
  const handleSubmit = (_event: FormEvent) => {
    if (file) send.mutate(file)
    else setChoiceError(choiceError ?? t('batchPage.upload.noFile'))
  }
  const { errors = [], errorCount = 0 } = send.data ?? {}
  return (
    <FormDialog
      title={t('batchPage.transfer.table.title', { name })}
      submitText={t('batchPage.transfer.table.send')}
      isWide
      pending={send.isPending}
      error={send.error}
      onSubmit={handleSubmit}
      onClose={onClose}
    >
      <p>{t('batchPage.transfer.table.intro')}</p>
      <FileField
        id={fieldId}
        label={label}
        hint={t('batchPage.upload.fileHint')}
        error={choiceError}
        onChoose={handleChoose}
      />
      {errorCount > 0 && (
        <Alert kind="danger" title={t('batchPage.transfer.table.bad', { count: errorCount })}>
          {t('batchPage.transfer.table.mend')}
        </Alert>
      )}
      <RowErrorTable errors={errors} fileName={t('batchPage.transfer.table.errorsFile')} />
    </FormDialog>
  )
}

function useSendTable(name: string, onStored: () => void) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  return useMutation({
    meta: { isHandled: true },
    mutationFn: (file: File) => upload(uploadTransferTable, file, { query: { name } }),
    onSuccess: async ({ errorCount, rows, filled }) => {
      if (errorCount > 0) return
      await queryClient.invalidateQueries({ queryKey: transferFoldersQuery.queryKey })
      notify({ kind: 'success', body: t('batchPage.transfer.table.stored', { rows, filled }) })
      onStored()
    },
  })
}
