import { limits } from '@portal/contract'
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { notify } from '../page/notices.ts'
import { CallError } from './call-error.ts'

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
  let listsReportedAt = Number.NEGATIVE_INFINITY
  /** A page asks for many lists at once: that they do not come is told once. */
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
