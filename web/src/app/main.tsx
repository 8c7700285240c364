import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import i18next from 'i18next'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import '../styles/main.scss'
import { createQueryClient } from '#lib/query-client.ts'
import { tellSessionRefused } from '#lib/session-clock.ts'
import { loadTexts } from '#lib/texts.ts'
import { trackFocus } from '#ui/focus-tracker.ts'
import { createAppRouter } from './routes.tsx'

await loadTexts()
trackFocus()

const queryClient = createQueryClient(tellSessionRefused, () => i18next.t('toasts.referenceFailed'))
const router = createAppRouter(queryClient)

const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  )
