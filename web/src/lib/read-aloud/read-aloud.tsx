import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#ui/button.tsx'
import { onQuickExit } from '../page/quick-exit.ts'
import { partsOf } from './page-parts.ts'
import { createReader, type Reader, type ReadingState } from './reader.ts'

interface Props {
  /** Another page stops the reading. */
  readonly path: string
}

/** What is read: the page itself. */
const partsOfPage = () => {
  const main = document.querySelector('main')
  return main ? partsOf(main, document.documentElement.lang) : []
}

/** Reads the page aloud in the browser's own voice, when asked, and stops when the page is left. */
export function ReadAloud({ path }: Props) {
  const { t } = useTranslation()
  const [state, setState] = useState<ReadingState>('silent')
  const reader = useReader(setState)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the page that is left
  useEffect(() => () => reader.current?.stop(), [path])
  const steps = {
    silent: { text: t('site.readAloud.start'), run: () => reader.current?.start(partsOfPage()) },
    reading: { text: t('site.readAloud.pause'), run: () => reader.current?.pause() },
    paused: { text: t('site.readAloud.resume'), run: () => reader.current?.resume() },
  } as const
  const { text, run } = steps[state]
  return (
    <span className="read-aloud">
      <Button variant="quiet" size="sm" icon="it-hearing" onClick={run}>
        {text}
      </Button>
      {state !== 'silent' && (
        <Button variant="quiet" size="sm" onClick={() => reader.current?.stop()}>
          {t('site.readAloud.stop')}
        </Button>
      )}
    </span>
  )
}

function useReader(onState: (state: ReadingState) => void) {
  const reader = useRef<Reader>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: one reader for the life of the button
  useEffect(() => {
    const own = createReader(window.speechSynthesis, onState)
    reader.current = own
    const endWatch = onQuickExit(own.stop)
    addEventListener('pagehide', own.stop)
    return () => {
      own.stop()
      endWatch()
      removeEventListener('pagehide', own.stop)
    }
  }, [])
  return reader
}
