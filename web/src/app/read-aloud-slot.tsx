import { isReadingPage, isStartPage, paths } from '@portal/contract'
import { useRouterState } from '@tanstack/react-router'
import { type ComponentType, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { loadPart } from '#lib/api/lazy-part.ts'
import { basePath } from '#lib/page/page-settings.ts'
import { useHasVoice } from '#lib/read-aloud/voices.ts'

const steps: readonly string[] = [paths.reportProfile, paths.reportDetails, paths.reportFacts, paths.reportSummary]
const isReadAloud = (path: string) => isReadingPage(path) || isStartPage(path) || steps.includes(path)

/** The button that reads a page aloud; absent where the device has no voice of the page's language. */
export function ReadAloudSlot() {
  const { i18n } = useTranslation()
  const path = useRouterState({ select: ({ location }) => location.pathname }).replace(basePath, '')
  const isOffered = useHasVoice(i18n.language) && isReadAloud(path)
  const [loaded, setLoaded] = useState<{ readonly Part: ComponentType<{ path: string }> }>()
  useEffect(() => {
    if (!isOffered) return
    // Without it a page is read by its reader.
    const load = loadPart(() => import('#lib/read-aloud/read-aloud.tsx'))
    load.then(({ ReadAloud }) => setLoaded({ Part: ReadAloud })).catch(() => undefined)
  }, [isOffered])
  return isOffered && loaded ? <loaded.Part path={path} /> : null
}
