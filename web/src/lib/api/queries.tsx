import { QueryClientContext, QueryClientProvider } from '@tanstack/react-query'
import i18next from 'i18next'
import { type ComponentType, use } from 'react'
import { onQuickExit } from '../page/quick-exit.ts'
import { tellSessionRefused } from '../session/session-clock.ts'
import { createQueryClient } from './query-client.ts'

/** What the page has fetched. It comes with the first part of the site that fetches; the first page does not. */
export const queryClient = createQueryClient(tellSessionRefused, () => i18next.t('toasts.referenceFailed'))
onQuickExit(() => queryClient.clear())

/** A component below which queries can be used, whoever stands above it. */
export function withQueries<P extends object>(Part: ComponentType<P>): ComponentType<P> {
  return function WithQueries(props: P) {
    const isGiven = use(QueryClientContext) !== undefined
    if (isGiven) return <Part {...props} />
    return (
      <QueryClientProvider client={queryClient}>
        <Part {...props} />
      </QueryClientProvider>
    )
  }
}
