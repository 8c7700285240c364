import { acceptOf, extensionsOf } from '@portal/contract'
import { type DragEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { notify } from '#lib/page/notices.ts'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { Alert } from '#ui/feedback/alert.tsx'
import { FieldGroup, type FieldTexts } from '#ui/field/field-frame.tsx'
import { catchStrayFiles } from './stray-files.ts'
import { UploadList } from './upload-list.tsx'
import type { UploadQueue } from './upload-queue.ts'
import { useUploads } from './upload-queue.ts'
import { largestText, mostText, newsText } from './upload-texts.ts'

type Props = Omit<FieldTexts, 'hint'> & {
  readonly queue: UploadQueue
  /** What belongs there, before how many and how large. */
  readonly about?: string | undefined
}

/** Files to attach: dropped or chosen, several at once, each with what becomes of it. */
export function UploadField({ queue, about, ...texts }: Props) {
  const { t, i18n } = useTranslation()
  const { isFull, news } = useUploads(queue)
  const said = news && newsText(t, news, largestText(queue.area, i18n.language))
  return (
    <FieldGroup {...texts} hint={[about, mostText(t, queue, i18n.language)].filter(Boolean).join(' ')}>
      <div className="stack">
        <UploadDrop id={texts.id} queue={queue} />
        {!queue.isPdfOnly && <AllowedTypes queue={queue} />}
        {isFull && <Alert kind="warning">{t('messages.allegati_al_limite')}</Alert>}
        <UploadList queue={queue} chooseId={texts.id} />
      </div>
      <div className="visually-hidden" role="status">
        {said && <span key={news.serial}>{said}</span>}
      </div>
    </FieldGroup>
  )
}

function UploadDrop({ id, queue }: { id: string; queue: UploadQueue }) {
  const { t } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const zone = useRef<HTMLDivElement>(null)
  useEffect(
    () =>
      catchStrayFiles({ element: () => zone.current, take: queue.add }, () =>
        notify({ kind: 'error', body: t('upload.beside') }),
      ),
    [queue, t],
  )
  const handleDrop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    queue.add([...event.dataTransfer.files])
  }
  const handleOver = (event: DragEvent) => {
    event.preventDefault()
    setOver(true)
  }
  const handleChoose = (files: FileList | null) => {
    if (files) queue.add([...files])
    // The same file again is a choice again.
    if (input.current) input.current.value = ''
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: files may be dropped here; the button does the same
    <div
      ref={zone}
      className={classNames('upload-drop', isOver && 'upload-drop-over')}
      onDragOver={handleOver}
      onDragLeave={() => setOver(false)}
      onDrop={handleDrop}
    >
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept={queue.isPdfOnly ? '.pdf' : acceptOf(queue.area)}
        onChange={(event) => handleChoose(event.target.files)}
      />
      <Button id={id} variant="secondary" icon="it-upload" onClick={() => input.current?.click()}>
        {t('upload.choose')}
      </Button>
      <span className="upload-drop-text">{t('upload.drop')}</span>
    </div>
  )
}

function AllowedTypes({ queue }: { queue: UploadQueue }) {
  const { t } = useTranslation()
  return (
    <details className="upload-types">
      <summary>{t('upload.types')}</summary>
      <p>
        <bdi dir="ltr">{extensionsOf(queue.area).join(', ')}</bdi>
      </p>
    </details>
  )
}
