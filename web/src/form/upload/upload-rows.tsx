import type { AttachmentArea } from '@portal/contract'
import type { FileTraces } from '@portal/contract/file-traces'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatBytes } from '#lib/i18n/format-bytes.ts'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import type { AcceptedFile, Upload } from './upload-rules.ts'
import { acceptedText, errorText, largestText, remedyText } from './upload-texts.ts'

/** The button that takes an entry off the list. */
export const removeIdOf = (entry: string) => `remove-${entry}`
/** The first answer to what a file asks. */
export const decideIdOf = (key: number) => `decide-${key}`

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
  /** Whether only the device has the original: the sender must choose the file again to remove what it carries. */
  readonly isFromBefore: boolean
  /** Removes place and author; undefined where the device cannot. */
  readonly onClean: (() => Promise<void>) | undefined
}

/** A file that passed. What it carries is no reason to refuse it, but is said. */
export function KeptRow({ file, isRemoving, onRemove, isFromBefore, onClean }: KeptProps) {
  const { t } = useTranslation()
  const [isCleaning, setCleaning] = useState(false)
  const handleClean = async () => {
    setCleaning(true)
    await onClean?.()
    setCleaning(false)
  }
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
      {file.contains !== undefined && <Note text={t('upload.contains', { type: file.contains.toUpperCase() })} />}
      {file.isSmaller && <Note text={t('upload.smaller.done')} />}
      {file.isCleaned && <Note text={t('upload.traces.cleaned')} />}
      {file.warnings?.map((warning) => (
        <Note key={warning} text={t(`upload.warnings.${warning}`)} />
      ))}
      {isFromBefore && !file.isStored && carriesTraces(file) && <Note text={t('upload.traces.chooseAgain')} />}
      {onClean && (
        <Button
          variant="secondary"
          size="sm"
          pending={isCleaning}
          pendingText={t('upload.cleaning')}
          onClick={() => void handleClean()}
        >
          <span>{t('upload.traces.remove')}</span>
          <span className="visually-hidden">{`: ${file.name}`}</span>
        </Button>
      )}
    </li>
  )
}

const carriesTraces = ({ warnings = [] }: AcceptedFile) => warnings.includes('luogo') || warnings.includes('autore')

function Note({ text }: { readonly text: string }) {
  return (
    <p className="upload-outcome">
      <Icon name="it-info-circle" size="xs" />
      <span>{text}</span>
    </p>
  )
}

interface UploadProps {
  readonly upload: Upload
  readonly area: AttachmentArea
  readonly onCancel: () => void
  readonly onRetry: () => void
  readonly onDecide: (decision: 'removed' | 'kept') => void
  readonly onShrink: () => void
}

/** A file on its way, one that waits for a decision, or one that was refused. */
export function UploadRow({ upload, area, onCancel, onRetry, onDecide, onShrink }: UploadProps) {
  const { key, file, state } = upload
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
      {state.kind === 'asking' ? (
        <TraceQuestion id={decideIdOf(key)} name={file.name} traces={state.traces} onDecide={onDecide} />
      ) : (
        <UploadProgress name={file.name} state={state} area={area} />
      )}
      {state.kind === 'sending' && <SmallerOffer upload={upload} onShrink={onShrink} />}
    </li>
  )
}

interface QuestionProps {
  /** Of the first answer. */
  readonly id: string
  readonly name: string
  readonly traces: FileTraces
  readonly onDecide: UploadProps['onDecide']
}

/** What a file would tell about an anonymous sender, who decides before it leaves the device. */
function TraceQuestion({ id, name, traces: { hasPlace, hasAuthor, canRemove }, onDecide }: QuestionProps) {
  const { t } = useTranslation()
  return (
    <div className="upload-question">
      {hasPlace && <Note text={t('upload.warnings.luogo')} />}
      {hasAuthor && <Note text={t('upload.warnings.autore')} />}
      <p>{t(canRemove ? 'upload.traces.ask' : 'upload.traces.sealed')}</p>
      <div className="cluster">
        {canRemove && (
          <Button id={id} size="sm" onClick={() => onDecide('removed')}>
            <span>{t('upload.traces.removeAndAttach')}</span>
            <span className="visually-hidden">{`: ${name}`}</span>
          </Button>
        )}
        <Button id={canRemove ? undefined : id} variant="secondary" size="sm" onClick={() => onDecide('kept')}>
          <span>{t('upload.traces.attach')}</span>
          <span className="visually-hidden">{`: ${name}`}</span>
        </Button>
      </div>
    </div>
  )
}

/** On a slow line: a smaller copy of a large photo, which goes on arriving until the sender chooses. */
function SmallerOffer({ upload: { file, smaller }, onShrink }: Pick<UploadProps, 'upload' | 'onShrink'>) {
  const { t } = useTranslation()
  if (smaller !== 'offered' && smaller !== 'making') return null
  return (
    <div className="upload-question">
      <Note text={t('upload.smaller.offer')} />
      <div className="cluster">
        <Button
          variant="secondary"
          size="sm"
          pending={smaller === 'making'}
          pendingText={t('upload.smaller.making')}
          onClick={onShrink}
        >
          <span>{t('upload.smaller.send')}</span>
          <span className="visually-hidden">{`: ${file.name}`}</span>
        </Button>
      </div>
    </div>
  )
}

interface ProgressProps {
  readonly name: string
  readonly state: Exclude<Upload['state'], { kind: 'asking' }>
  readonly area: AttachmentArea
}

function UploadProgress({ name, state, area }: ProgressProps) {
  const { t, i18n } = useTranslation()
  if (state.kind === 'refused') {
    const remedy = remedyText(t, state.error, name)
    return (
      <>
        <p className="upload-outcome upload-bad">
          <Icon name="it-warning-circle" size="xs" />
          <span>{errorText(t, state.error, largestText(area, i18n.language))}</span>
        </p>
        {remedy !== undefined && <p className="upload-outcome">{remedy}</p>}
      </>
    )
  }
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
