import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#ui/button.tsx'
import { Alert } from '#ui/feedback/alert.tsx'
import { TextSkeleton } from '#ui/feedback/skeleton.tsx'
import type { IconName } from '#ui/icon-name.ts'
import { decodeText, previewKindOf } from './preview-kind.ts'

export interface Shown {
  readonly content: Blob
  readonly name: string
  readonly zoom: number
}

/** Where a file is shown; what is larger scrolls, by keys too. */
export function PreviewFrame({ name, children }: { name: string; children: ReactNode }) {
  const { t } = useTranslation()
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard (WCAG 2.1.1)
    <section className="preview-frame" aria-label={t('preview.contentOf', { name })} tabIndex={0}>
      {children}
    </section>
  )
}

/** The file is there, but is not what the browser can show. */
export function PreviewFailed({ isLocked = false }: { isLocked?: boolean }) {
  const { t } = useTranslation()
  return (
    <Alert kind="warning" announce="politely">
      {t(isLocked ? 'preview.locked' : 'preview.broken')}
    </Alert>
  )
}

interface StepProps {
  readonly text: keyof typeof icons
  readonly isOff: boolean
  readonly onClick: () => void
}

const icons = {
  previousFile: 'it-chevron-left',
  nextFile: 'it-chevron-right',
  previousPage: 'it-chevron-left',
  nextPage: 'it-chevron-right',
  smaller: 'it-minus',
  larger: 'it-plus',
} as const satisfies Record<string, IconName>

/** A button to go on or back. Disabled at an end but still rendered, so that a pressed button keeps the focus. */
export function Step({ text, isOff, onClick }: StepProps) {
  const { t } = useTranslation()
  return (
    <Button
      variant="quiet"
      size="sm"
      icon={icons[text]}
      title={t(`preview.${text}`)}
      disabledReason={isOff ? t(`preview.ends.${text}`) : undefined}
      onClick={onClick}
    >
      <span className="visually-hidden">{t(`preview.${text}`)}</span>
    </Button>
  )
}

/** An address for what the page holds, for as long as it is shown. */
function useObjectUrl(content: Blob): string | undefined {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    const made = URL.createObjectURL(content)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [content])
  return url
}

export function PreviewImage({ content, name, zoom }: Shown) {
  const { t } = useTranslation()
  const url = useObjectUrl(content)
  const [isBroken, setBroken] = useState(false)
  // How wide it is where it fits: what is enlarged is a multiple of that.
  const [width, setWidth] = useState<number>()
  if (isBroken) return <PreviewFailed />
  return (
    <PreviewFrame name={name}>
      {url && (
        <img
          src={url}
          alt={t('preview.imageOf', { name })}
          className={zoom === 1 ? 'is-fitting' : undefined}
          style={zoom === 1 || width === undefined ? undefined : { width: width * zoom }}
          onLoad={(event) => setWidth(event.currentTarget.clientWidth)}
          onError={() => setBroken(true)}
        />
      )}
    </PreviewFrame>
  )
}

/** More of a text nobody reads here, and browsers grow slow. */
const mostCharacters = 200_000

export function PreviewText({ content, name }: Shown) {
  const { t } = useTranslation()
  const [text, setText] = useState<string>()
  useEffect(() => {
    void content.arrayBuffer().then((bytes) => setText(decodeText(bytes)))
  }, [content])
  if (text === undefined) return <TextSkeleton text={t('preview.loading')} count={8} />
  return (
    <>
      <PreviewFrame name={name}>
        <pre className="preview-text" dir="auto">
          {text.slice(0, mostCharacters)}
        </pre>
      </PreviewFrame>
      {text.length > mostCharacters && <p>{t('preview.cut')}</p>}
    </>
  )
}

export function PreviewMedia({ content, name }: Shown) {
  const { t } = useTranslation()
  const url = useObjectUrl(content)
  const [isBroken, setBroken] = useState(false)
  const Player = previewKindOf(name) === 'video' ? 'video' : 'audio'
  if (isBroken) return <PreviewFailed />
  return (
    url && (
      <Player
        className="preview-player"
        src={url}
        controls
        preload="metadata"
        aria-label={t('preview.contentOf', { name })}
        onError={() => setBroken(true)}
      />
    )
  )
}
