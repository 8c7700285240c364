import { languageOf } from '@portal/contract'
import { startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import '../styles/main.scss'
import { holdsSomething } from '#lib/drafts/tab-store.ts'
import { withdrawDismissedOffer } from '#lib/i18n/language-offer.ts'
import { loadTexts } from '#lib/i18n/texts.ts'
import { trackFocus } from '#ui/focus-tracker.ts'
import { App } from './app.tsx'
import { replayEarlyInput } from './replay-early-input.ts'
import { createAppRouter } from './routes.tsx'

/** Lets a slow processor answer touches between two pieces of work. */
const breathe = () => new Promise((resolve) => setTimeout(resolve))

withdrawDismissedOffer()
await breathe()
await loadTexts(languageOf(new URLSearchParams(location.search).get('lang') ?? undefined))
trackFocus()

await breathe()
const router = createAppRouter()
await breathe()

/** `late.js` has nothing to say any more. */
const takeNoticeAway = () => document.getElementById('late')?.remove()

/** What the server wrote beforehand stays and comes to life; in a tab that remembers a draft it is drawn anew, as it was left. */
async function begin(root: HTMLElement) {
  const app = <App router={router} />
  const isWritten = root.hasChildNodes()
  if (isWritten) await router.load()
  await breathe()
  // The page lasts until the one that somebody left for answers.
  if (globalThis.early?.isGone) return
  if (!isWritten || holdsSomething()) {
    globalThis.early?.end()
    return createRoot(root).render(app)
  }
  // As where the page was written: the router draws no boundary of its own around what is there already.
  router.ssr = { manifest: undefined }
  const waiting = replayEarlyInput()
  // In slices: a slow processor answers touches in between.
  startTransition(() => {
    hydrateRoot(root, app)
  })
  waiting()
}

const root = document.getElementById('root')
// Not awaited: parts that it loads begin with this very file, and would wait for it to end.
if (root) void begin(root).then(takeNoticeAway)
