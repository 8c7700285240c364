import { type FileRef, getAttachment } from '@portal/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { buttonClass } from '#ui/button.tsx'
import { TextSkeleton } from '#ui/feedback/skeleton.tsx'
import { callFile } from '../api/call.ts'
import { LoadFailed } from '../api/load-failed.tsx'
import { fileHref } from './file-href.ts'
import { previewKindOf } from './preview-kind.ts'
import { PreviewPdf } from './preview-pdf.tsx'
import { PreviewImage, PreviewMedia, PreviewText, Step } from './preview-views.tsx'

/** How large a picture or a page is drawn, beside its own size. */
const zooms = [1, 1.5, 2, 3, 4] as const

// Nothing of a file stays in the page's memory once it is not looked at any more.
const contentQuery = (id: string) =>
  queryOptions({
    queryKey: ['file', id],
    queryFn: ({ signal }) => callFile(getAttachment, { params: { id }, query: { isPreview: 'yes' } }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    meta: { isHandled: true },
  })

interface Props {
  readonly files: readonly FileRef[]
  readonly shownId: string
  readonly onShow: (id: string) => void
}

/** One of several files as the page shows it, with the ways to the others. */
export function FilePreview({ files, shownId, onShow }: Props) {
  const { t } = useTranslation()
  const [step, setStep] = useState(0)
  const place = files.findIndex(({ id }) => id === shownId)
  const file = files[place]
  if (!file) return null
  const kind = previewKindOf(file.name)
  const goTo = (to: number) => {
    const next = files[to]
    if (next) onShow(next.id)
  }
  return (
    <>
      <div className="cluster preview-bar">
        {files.length > 1 && <Step text="previousFile" isOff={place === 0} onClick={() => goTo(place - 1)} />}
        <p role="status" className="preview-name">
          <bdi>{file.name}</bdi>{' '}
          {files.length > 1 && <span>{t('preview.place', { number: place + 1, of: files.length })}</span>}
        </p>
        {files.length > 1 && (
          <Step text="nextFile" isOff={place === files.length - 1} onClick={() => goTo(place + 1)} />
        )}
        {(kind === 'image' || kind === 'pdf') && (
          <>
            <Step text="smaller" isOff={step === 0} onClick={() => setStep(step - 1)} />
            <span className="figures">{t('preview.zoom', { percent: (zooms[step] ?? 1) * 100 })}</span>
            <Step text="larger" isOff={step === zooms.length - 1} onClick={() => setStep(step + 1)} />
          </>
        )}
        <a className={buttonClass('quiet', 'sm')} href={fileHref(file.id)} download={file.name}>
          {t('preview.save')}
        </a>
      </div>
      <Content key={file.id} file={file} zoom={zooms[step] ?? 1} />
    </>
  )
}

function Content({ file, zoom }: { file: FileRef; zoom: number }) {
  const { t } = useTranslation()
  const { data: content, error, isFetching, refetch } = useQuery(contentQuery(file.id))
  if (!content && error) return <LoadFailed isRetrying={isFetching} onRetry={() => refetch()} />
  if (!content) return <TextSkeleton text={t('preview.loading')} count={8} />
  const shown = { content, name: file.name, zoom }
  switch (previewKindOf(file.name)) {
    case 'pdf':
      return <PreviewPdf {...shown} />
    case 'image':
      return <PreviewImage {...shown} />
    case 'text':
      return <PreviewText {...shown} />
    default:
      return <PreviewMedia {...shown} />
  }
}
