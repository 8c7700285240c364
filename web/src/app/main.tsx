import { languageOf } from '@portal/contract'
import i18next from 'i18next'
import { createRoot, hydrateRoot } from 'react-dom/client'
import '../styles/main.scss'
import { createQueryClient } from '#lib/query-client.ts'
import { tellSessionRefused } from '#lib/session-clock.ts'
import { holdsSomething } from '#lib/tab-store.ts'
import { loadTexts } from '#lib/texts.ts'
import { trackFocus } from '#ui/focus-tracker.ts'
import { App } from './app.tsx'
import { bringLists } from './bring-lists.ts'
import { catchUp } from './catch-up.ts'
import { createAppRouter } from './routes.tsx'

await loadTexts(languageOf(new URLSearchParams(location.search).get('lang') ?? undefined))
trackFocus()

const queryClient = createQueryClient(tellSessionRefused, () => i18next.t('toasts.referenceFailed'))
bringLists(queryClient)
const router = createAppRouter(queryClient)

/** What the server wrote beforehand stays and comes to life; in a tab that remembers a draft it is drawn anew, as it was left. */
async function begin(root: HTMLElement) {
  const app = <App router={router} queryClient={queryClient} />
  const isWritten = root.hasChildNodes()
  if (isWritten) await router.load()
  if (!isWritten || holdsSomething()) {
    globalThis.early?.end()
    return createRoot(root).render(app)
  }
  // As where the page was written: the router draws no boundary of its own around what is there already.
  router.ssr = { manifest: undefined }
  const waiting = catchUp()
  hydrateRoot(root, app)
  waiting()
}

const root = document.getElementById('root')
if (root) await begin(root)
