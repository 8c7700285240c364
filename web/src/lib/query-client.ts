import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { CallError } from './call-error.ts'
import { notify } from './notices.ts'

declare module '@tanstack/react-query' {
  interface Register {
    /** `isHandled`: the page tells the failure itself, without the usual toast. */
    queryMeta: { isHandled?: boolean; isReference?: boolean }
    mutationMeta: { isHandled?: boolean }
  }
}

type OnSignedOut = () => void

/** Server state of the page. A failed call that nobody handles is told by a toast; an ended session is told once, as such. */
export const createQueryClient = (onSignedOut: OnSignedOut, referenceFailed: () => string) => {
  const tell = (error: unknown, isHandled: boolean | undefined, body?: string) => {
    if (error instanceof CallError && error.status === 401) onSignedOut()
    else if (!isHandled) notify({ kind: 'error', body })
  }
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error, { meta }) => tell(error, meta?.isHandled, meta?.isReference ? referenceFailed() : undefined),
    }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _context, mutation) => tell(error, mutation.meta?.isHandled),
    }),
    defaultOptions: {
      // Whether there is a network is found out by calling: a call that is held back waits without a word.
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
