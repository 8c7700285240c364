import { pageTagOf } from '@portal/contract'
import { startTransition } from 'react'
import { flushSync } from 'react-dom'
import { createRoot, hydrateRoot } from 'react-dom/client'
import '../styles/main.scss'
import { holdsSomething } from '#lib/drafts/tab-store.ts'
import { withdrawDismissedOffer } from '#lib/i18n/language-offer.ts'
import { loadTexts } from '#lib/i18n/texts.ts'
import { trackFocus } from '#ui/focus-tracker.ts'
import { App } from './app.tsx'
import { replayEarlyInput } from './replay-early-input.ts'
import { createAppRouter } from './routes.tsx'

/** Yields to the event loop, so that a slow processor can handle input. */
const breathe = () => new Promise((resolve) => setTimeout(resolve))

withdrawDismissedOffer()
await breathe()
await loadTexts(pageTagOf(new URLSearchParams(location.search).get('lang') ?? undefined))
trackFocus()

await breathe()
const router = createAppRouter()
await breathe()

/** Removes the message of `late.js`. */
const takeNoticeAway = () => document.getElementById('late')?.remove()

/**
 * Hydrates a prerendered page; if the tab stores a draft, or a browser has translated the page, renders from scratch. The outline
 * of a page of the back office stays until that page, or the login, is loaded.
 */
async function begin(root: HTMLElement) {
  const app = <App router={router} />
  const isWritten = root.hasChildNodes()
  const isOutline = root.querySelector('.desk-bar-outline') !== null
  if (isWritten) await router.load()
  await breathe()
  // After a quick exit the page stays only until the neutral page answers.
  if (globalThis.early?.isGone) return
  if (!isWritten || isOutline || holdsSomething()) {
    globalThis.early?.end()
    return createRoot(root).render(app)
  }
  const waiting = replayEarlyInput()
  // React would not recognise the texts of a translated page.
  if (root.querySelector('font')) {
    flushSync(() => createRoot(root).render(app))
    return waiting()
  }
  // As in prerendering: the router adds no boundary of its own around existing HTML.
  router.ssr = { manifest: undefined }
  // A transition runs in slices, so that a slow processor can handle input in between.
  startTransition(() => {
    hydrateRoot(root, app)
  })
  waiting()
}

const root = document.getElementById('root')
// Not awaited: its lazy parts import this very file and would wait for it to end.
if (root) void begin(root).then(takeNoticeAway)
