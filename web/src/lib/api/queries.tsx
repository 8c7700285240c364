import { limits } from '@portal/contract'
import { MutationCache, QueryCache, QueryClient, QueryClientContext, QueryClientProvider } from '@tanstack/react-query'
import i18next from 'i18next'
import { type ComponentType, use } from 'react'
import { notify } from '../page/notices.ts'
import { onQuickExit } from '../page/quick-exit.ts'
import { tellSessionRefused } from '../session/session-clock.ts'
import { CallError } from './call-error.ts'

declare module '@tanstack/react-query' {
  interface Register {
    /** `isHandled`: the page itself shows the failure, so there is no toast. */
    queryMeta: { isHandled?: boolean; isReference?: boolean }
    mutationMeta: { isHandled?: boolean }
  }
}

type OnSignedOut = () => void

/** The query client. Shows a toast for a failed call that no page handles; an ended session leads to the login. */
export const createQueryClient = (onSignedOut: OnSignedOut, referenceFailed: () => string) => {
  const tell = (error: unknown, isHandled: boolean | undefined, body?: string) => {
    if (error instanceof CallError && error.status === 401) onSignedOut()
    else if (!isHandled) notify({ kind: 'error', body })
  }
  let listsReportedAt = Number.NEGATIVE_INFINITY
  /** A page loads many lists at once: their failures share one toast. */
  const tellOfList = (error: unknown) => {
    const isRepeated = Date.now() - listsReportedAt < limits.toastMs
    if (!isRepeated) listsReportedAt = Date.now()
    tell(error, isRepeated, referenceFailed())
  }
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error, { meta }) => (meta?.isReference ? tellOfList(error) : tell(error, meta?.isHandled)),
    }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _context, mutation) => tell(error, mutation.meta?.isHandled),
    }),
    defaultOptions: {
      // Calls run even if the browser reports no network: a paused call would wait without any message.
      mutations: { networkMode: 'always' },
      queries: {
        networkMode: 'always',
        retry: (count, error) =>
          count < 2 && error instanceof CallError && (error.status === 0 || error.status === 503),
        refetchOnWindowFocus: false,
      },
    },
  })
}

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
