import type { UploadRun } from '@portal/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fieldErrorText } from '#lib/api/field-errors.ts'
import { Button } from '#ui/button.tsx'
import { Alert } from '#ui/feedback/alert.tsx'
import { ErrorSummary } from '#ui/field/error-summary.tsx'
import { FieldFrame } from '#ui/field/field-frame.tsx'
import { RowErrorTable } from './row-error-table.tsx'
import { isOpen } from './run.queries.ts'
import { type ReadFile, uploadFields, type useUpload } from './upload.queries.ts'

type Send = ReturnType<typeof useUpload>['send']
interface Props {
  readonly run: UploadRun | undefined
  readonly send: Send
}
const fieldId = 'upload-file'

/** Chooses a file, tries it, and loads the very same content once a try found nothing wrong with it. */
export function UploadForm({ run, send }: Props) {
  const { t } = useTranslation()
  const [file, setFile] = useState<File>()
  const [choiceError, setError] = useState<string>()
  const [attempt, setAttempt] = useState(0)
  const [tried, setTried] = useState<ReadFile>()
  const handleChoose = (chosen: File | undefined) => {
    const found = chosen && fileError(chosen)
    setFile(found ? undefined : chosen)
    setError(found && t(`batchPage.upload.${found}`))
    setTried(undefined)
    send.reset()
  }
  const handleTry = async () => {
    setAttempt(attempt + 1)
    if (!file) return setError(choiceError ?? t('batchPage.upload.noFile'))
    const content = await contentOf(file).catch(() => undefined)
    if (content === undefined) return setError(t('batchPage.upload.unreadable'))
    const read = { fileName: file.name, content }
    setTried(read)
    send.mutate({ ...read, isDryRun: true })
  }
  const refused = uploadFields.map((field) => fieldErrorText(send.error, field)).find(Boolean)
  const error = choiceError ?? refused
  const label = t('batchPage.upload.file')
  const isBusy = send.isPending || isOpen(run)
  return (
    <>
      <ErrorSummary
        title={t('report.errorTitle')}
        errors={error ? [{ fieldId, text: `${label}: ${error}` }] : []}
        attempt={choiceError ? attempt : send.error}
      />
      <FileField
        id={fieldId}
        label={label}
        hint={t('batchPage.upload.fileHint')}
        error={error}
        onChoose={handleChoose}
      />
      <div className="cluster upload-actions">
        <Button
          variant="secondary"
          disabledReason={isOpen(run) ? t('batchPage.upload.isRunning') : undefined}
          onClick={handleTry}
        >
          {t('batchPage.upload.try')}
        </Button>
        <Button
          disabledReason={useLoadRefused(send, tried, isBusy)}
          onClick={() => tried && send.mutate({ ...tried, isDryRun: false })}
        >
          {t('batchPage.upload.load')}
        </Button>
      </div>
      <div role="status">{send.data && <Outcome answer={send.data} isDryRun={send.variables?.isDryRun ?? true} />}</div>
      {send.data && <RowErrorTable errors={send.data.errors} fileName={t('batchPage.upload.faultsFile')} />}
    </>
  )
}

/** Why a file cannot be loaded yet. */
function useLoadRefused({ data, variables }: Send, tried: ReadFile | undefined, isBusy: boolean): string | undefined {
  const { t } = useTranslation()
  if (isBusy) return t('batchPage.upload.isRunning')
  if (!(tried && data)) return t('batchPage.upload.tryFirst')
  if (data.errorCount > 0 || data.rows === 0) return t('batchPage.upload.hasFaults')
  return variables?.isDryRun ? undefined : t('batchPage.upload.isLoaded')
}

interface OutcomeProps {
  readonly answer: NonNullable<Send['data']>
  readonly isDryRun: boolean
}

/** The result of a dry run, or why nothing was imported; an import reports through its run. */
function Outcome({ answer: { rows, valid, errors, errorCount }, isDryRun }: OutcomeProps) {
  const { t } = useTranslation()
  const counts = t('batchPage.upload.counts', { rows, valid })
  if (errorCount > 0)
    return (
      <Alert kind="danger" title={t('batchPage.upload.bad', { count: errorCount })}>
        <p>
          <span>{counts}</span>{' '}
          {errors.length < errorCount && <span>{t('batchPage.upload.shown', { count: errors.length })}</span>}
        </p>
      </Alert>
    )
  return isDryRun ? (
    <Alert kind="success" title={t('batchPage.upload.good', { count: valid })}>
      {counts}
    </Alert>
  ) : null
}

interface FileFieldProps {
  readonly id: string
  readonly label: string
  readonly hint: string
  readonly error: string | undefined
  readonly onChoose: (file: File | undefined) => void
}

/** The browser's own choice of a file: it is known to every keyboard and screen reader. */
export function FileField({ onChoose, ...texts }: FileFieldProps) {
  return (
    <FieldFrame {...texts} required>
      {(wiring) => (
        <input
          {...wiring}
          type="file"
          className="form-control"
          accept={uploadTypes}
          onChange={({ target }) => onChoose(target.files?.[0])}
          // Choosing the same file again, after it was corrected, counts as a choice too.
          onClick={({ currentTarget }) => {
            currentTarget.value = ''
          }}
        />
      )}
    </FieldFrame>
  )
}

/** What the server takes of a file of accounts (specification 2 §5). */
const mostBytes = 2_097_152
const mostCharacters = 100
const uploadTypes = '.csv,.xlsx'

type FileError = 'wrongType' | 'tooLarge' | 'empty' | 'longName'

/** Why a file would be refused, known before it is sent. */
export function fileError({ name, size }: Pick<File, 'name' | 'size'>): FileError | undefined {
  if (!/\.(csv|xlsx)$/i.test(name)) return 'wrongType'
  if (size > mostBytes) return 'tooLarge'
  if (size === 0) return 'empty'
  return name.length > mostCharacters ? 'longName' : undefined
}

/** The file in base64; the browser reads and encodes it beside the page, which goes on answering. */
export const contentOf = (file: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })
