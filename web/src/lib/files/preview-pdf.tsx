import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TextSkeleton } from '#ui/feedback/skeleton.tsx'
import { loadPart } from '../api/lazy-part.ts'
import type { OpenPdf } from './pdf-reader.ts'
import { PreviewFailed, PreviewFrame, type Shown, Step } from './preview-views.tsx'

/** What draws PDFs is as large as the rest of the site together: it comes with the first that is looked at. */
const openPdf = async (content: Blob) => {
  const [reader, bytes] = await Promise.all([loadPart(() => import('./pdf-reader.ts')), content.arrayBuffer()])
  return reader.openPdf(bytes)
}

type Opening = 'opening' | 'locked' | 'failed' | OpenPdf

function usePdf(content: Blob): Opening {
  const [pdf, setPdf] = useState<Opening>('opening')
  useEffect(() => {
    let isLeft = false
    const opening = openPdf(content)
    opening.then(
      (open) => !isLeft && setPdf(open),
      (error: Error) => !isLeft && setPdf(error.name === 'PasswordException' ? 'locked' : 'failed'),
    )
    return () => {
      isLeft = true
      opening.then(({ close }) => close()).catch(() => undefined)
    }
  }, [content])
  return pdf
}

export function PreviewPdf({ content, name, zoom }: Shown) {
  const { t } = useTranslation()
  const pdf = usePdf(content)
  if (pdf === 'opening') return <TextSkeleton text={t('preview.loading')} count={8} />
  if (pdf === 'locked' || pdf === 'failed') return <PreviewFailed isLocked={pdf === 'locked'} />
  return <Pages pdf={pdf} name={name} zoom={zoom} />
}

/** One page at a time: a document of a thousand needs no more room than one of two. */
function Pages({ pdf, name, zoom }: { pdf: OpenPdf; name: string; zoom: number }) {
  const { t } = useTranslation()
  const [page, setPage] = useState(1)
  const place = t('preview.page', { number: page, of: pdf.pages })
  return (
    <>
      {pdf.pages > 1 && (
        <div className="cluster preview-bar">
          <Step text="previousPage" isOff={page === 1} onClick={() => setPage(page - 1)} />
          <span role="status" className="figures">
            {place}
          </span>
          <Step text="nextPage" isOff={page === pdf.pages} onClick={() => setPage(page + 1)} />
        </div>
      )}
      <PreviewFrame name={name}>
        <Page pdf={pdf} page={page} zoom={zoom} label={place} />
      </PreviewFrame>
    </>
  )
}

interface PageProps {
  readonly pdf: OpenPdf
  readonly page: number
  readonly zoom: number
  readonly label: string
}

/** The page before stays until the next one is drawn. */
function Page({ pdf, page, zoom, label }: PageProps) {
  const { t } = useTranslation()
  const frame = useRef<HTMLElement>(null)
  const sheet = useRef<HTMLDivElement>(null)
  const [state, setState] = useState<'drawn' | 'textless' | 'failed'>('drawn')
  useEffect(() => {
    const leaving = new AbortController()
    const width = (frame.current?.clientWidth ?? 0) * zoom
    pdf.draw(page, width, leaving.signal).then(
      ({ nodes, hasText }) => {
        if (leaving.signal.aborted) return
        sheet.current?.replaceChildren(...nodes)
        setState(hasText ? 'drawn' : 'textless')
      },
      () => !leaving.signal.aborted && setState('failed'),
    )
    return () => leaving.abort()
  }, [pdf, page, zoom])
  return (
    <section ref={frame} aria-label={label}>
      {state === 'textless' && <p className="visually-hidden">{t('preview.noText')}</p>}
      {state === 'failed' && <PreviewFailed />}
      <div ref={sheet} className="pdf-sheet" hidden={state === 'failed'} />
    </section>
  )
}
