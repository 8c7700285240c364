import { QueryClientContext, QueryClientProvider } from '@tanstack/react-query'
import i18next from 'i18next'
import { type ComponentType, use } from 'react'
import { onQuickExit } from '../page/quick-exit.ts'
import { tellSessionRefused } from '../session/session-clock.ts'
import { createQueryClient } from './query-client.ts'

/** The query cache. It is loaded with the first part of the site that fetches; the first page does not fetch. */
export const queryClient = createQueryClient(tellSessionRefused, () => i18next.t('toasts.referenceFailed'))
onQuickExit(() => queryClient.clear())

/** A component that provides the query client to its children. */
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
