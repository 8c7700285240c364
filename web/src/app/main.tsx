import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import i18next from 'i18next'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import '../styles/main.scss'
import { paths } from '@portal/contract'
import { createQueryClient } from '#lib/query-client.ts'
import { loadTexts } from '#lib/texts.ts'
import { trackFocus } from '#ui/focus-tracker.ts'
import { isPublicPath } from './public-path.ts'
import { createAppRouter } from './routes.tsx'

await loadTexts()
trackFocus()

const queryClient = createQueryClient(handleSignedOut, () => i18next.t('toasts.referenceFailed'))
const router = createAppRouter(queryClient)

/** The login takes the page's place, and what was read goes: 'back' must not draw it for whoever comes next. */
function handleSignedOut() {
  if (isPublicPath(location.pathname)) return
  void router.navigate({ to: paths.login, replace: true }).then(() => queryClient.clear())
}

const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  )
