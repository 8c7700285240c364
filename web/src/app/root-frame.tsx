import { isReadingPage } from '@portal/contract'
import { Outlet, useRouter, useRouterState } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useIsBusy } from '#lib/api/busy.ts'
import { onNotice } from '#lib/page/notices.ts'
import { analytics, basePath } from '#lib/page/page-settings.ts'
import { usePageSubject } from '#lib/page/page-subject.ts'
import { SpinnerModal } from '#ui/feedback/modal.tsx'
import { ToastRegion, useToasts } from '#ui/feedback/toast.tsx'
import { NavigateContext } from '#ui/layout/nav-link.tsx'
import { titleOf } from './page-title.ts'
import { hasQuickExit } from './public-path.ts'
import { QuickExitLink } from './quick-exit-link.tsx'
import { TestNote } from './test-note.tsx'

/** Frame of every page: in-app links, title, focus, toasts, and the spinner of changing calls. */
export function RootFrame() {
  const router = useRouter()
  const isBusy = useIsBusy()
  const canLeave = useRouterState({ select: ({ location }) => hasQuickExit(location.pathname) })
  const { t } = useTranslation()
  usePageTitle()
  useFocusOnNewPage()
  useCountedVisits()
  return (
    <NavigateContext value={(href) => router.history.push(href)}>
      <TestNote />
      <Outlet />
      <Toasts />
      {isBusy && <SpinnerModal text={t('site.wait')} actions={canLeave && <QuickExitLink />} />}
    </NavigateContext>
  )
}

function Toasts() {
  const { t } = useTranslation()
  const { toasts, show, dismiss } = useToasts()
  useEffect(
    () =>
      onNotice(({ kind, body, action }) =>
        show({
          kind,
          header: t(`toasts.${kind}`),
          spokenHeader: t(`toasts.spoken.${kind}`),
          body: body ?? t(kind === 'success' ? 'toasts.saved' : 'toasts.failed'),
          action,
        }),
      ),
    [show, t],
  )
  return (
    <ToastRegion toasts={toasts} onDismiss={dismiss} texts={{ label: t('site.notices'), close: t('site.close') }} />
  )
}

function usePageTitle() {
  const { t } = useTranslation()
  const subject = usePageSubject()
  const title = useRouterState({ select: ({ matches }) => titleOf(matches.at(-1)?.staticData, t, subject) })
  useEffect(() => {
    document.title = title
  }, [title])
}

/** A new page moves the focus to its heading, for keyboards and screen readers. */
function useFocusOnNewPage() {
  const path = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname })
  const last = useRef(path)
  useEffect(() => {
    if (last.current === path) return
    const isFirstPage = last.current === undefined
    last.current = path
    // A component of the page may have taken the focus: its error summary.
    if (isFirstPage || document.querySelector('main :focus')) return
    const heading = document.querySelector<HTMLElement>('main h1')
    heading?.setAttribute('tabindex', '-1')
    heading?.focus({ preventScroll: true })
  }, [path])
}

/** Runs a task when the browser is idle; the returned function cancels it. */
function whenIdle(run: () => void): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(run, 2000)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(run, { timeout: 5000 })
  return () => cancelIdleCallback(handle)
}

/**
 * Counts visits of public pages, if the office has configured a counter (decisions §10). Visits of a report and of the
 * pages after it are never counted.
 */
function useCountedVisits() {
  const path = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname })
  useEffect(() => {
    const to = analytics
    // The router reports the path below the base path.
    if (!to || path === undefined || !isReadingPage(path)) return undefined
    return whenIdle(
      () => void import('#lib/page/visit-beacon.ts').then(({ countVisit }) => countVisit(to, `${basePath}${path}`)),
    )
  }, [path])
}
