import type { AttachmentArea } from '@portal/contract'
import { useTranslation } from 'react-i18next'
import { formatBytes } from '#lib/i18n/format-bytes.ts'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import type { AcceptedFile, Upload } from './upload-rules.ts'
import { acceptedText, errorText, largestText } from './upload-texts.ts'

/** The button that takes an entry off the list. */
export const removeIdOf = (entry: string) => `remove-${entry}`

function FileName({ name, size }: { name: string; size?: number | undefined }) {
  const { i18n } = useTranslation()
  return (
    <span className="upload-name">
      <bdi>{name}</bdi> {size !== undefined && <bdi className="upload-size">{formatBytes(size, i18n.language)}</bdi>}
    </span>
  )
}

interface KeptProps {
  readonly file: AcceptedFile
  readonly isRemoving: boolean
  readonly onRemove: () => void
}

/** A file that passed. What it carries is no reason to refuse it, but is said. */
export function KeptRow({ file, isRemoving, onRemove }: KeptProps) {
  const { t } = useTranslation()
  return (
    <li className="upload-row">
      <div className="upload-row-head">
        <FileName {...file} />
        <Button
          id={removeIdOf(file.id)}
          variant="quiet"
          size="sm"
          pending={isRemoving}
          pendingText={t('upload.deleting')}
          onClick={onRemove}
        >
          <span>{t('upload.delete')}</span>
          <span className="visually-hidden">{`: ${file.name}`}</span>
        </Button>
      </div>
      <p className="upload-outcome upload-good">
        <Icon name="it-check-circle" size="xs" />
        <span>{acceptedText(t, file)}</span>
      </p>
      {file.warnings?.map((warning) => (
        <p key={warning} className="upload-outcome">
          <Icon name="it-info-circle" size="xs" />
          <span>{t(`upload.warnings.${warning}`)}</span>
        </p>
      ))}
    </li>
  )
}

interface UploadProps {
  readonly upload: Upload
  readonly area: AttachmentArea
  readonly onCancel: () => void
  readonly onRetry: () => void
}

/** A file on its way, or one that was refused. */
export function UploadRow({ upload: { key, file, state }, area, onCancel, onRetry }: UploadProps) {
  const { t } = useTranslation()
  const isRefused = state.kind === 'refused'
  return (
    <li className="upload-row">
      <div className="upload-row-head">
        <FileName name={file.name} size={file.size} />
        {isRefused && state.canRetry && (
          <Button variant="quiet" size="sm" onClick={onRetry}>
            <span>{t('upload.retry')}</span>
            <span className="visually-hidden">{`: ${file.name}`}</span>
          </Button>
        )}
        <Button id={removeIdOf(String(key))} variant="quiet" size="sm" onClick={onCancel}>
          <span>{t(isRefused ? 'upload.dismiss' : 'upload.cancel')}</span>
          <span className="visually-hidden">{`: ${file.name}`}</span>
        </Button>
      </div>
      <UploadProgress name={file.name} state={state} area={area} />
    </li>
  )
}

function UploadProgress({ name, state, area }: { name: string; state: Upload['state']; area: AttachmentArea }) {
  const { t, i18n } = useTranslation()
  if (state.kind === 'refused')
    return (
      <p className="upload-outcome upload-bad">
        <Icon name="it-warning-circle" size="xs" />
        <span>{errorText(t, state.error, largestText(area, i18n.language))}</span>
      </p>
    )
  if (state.kind !== 'sending')
    return (
      <p className="upload-outcome">
        <span className="btn-spinner" aria-hidden="true" />
        <span>{t(`upload.${state.kind}`)}</span>
      </p>
    )
  const percent = Math.round(state.percent)
  return (
    <p className="upload-outcome">
      <progress className="progress-line" value={percent} max={100} aria-label={t('upload.sending', { name })} />
      <bdi dir="ltr" className="figures">
        {`${percent} %`}
      </bdi>
    </p>
  )
}
