import { type QueryClient, useQueryClient } from '@tanstack/react-query'

/**
 * Remembers what is looked for in this page's memory and gives the name that the address carries instead: nothing of it
 * comes into the browser's history, and it goes with everything else that was read when the session ends.
 */
export function remember(queryClient: QueryClient, place: readonly string[], value: unknown): string {
  // Begins with a letter: a bare number in an address comes back as one.
  const id = `r${crypto.getRandomValues(new Uint32Array(1)).join('')}`
  queryClient.setQueryDefaults(place, { gcTime: Number.POSITIVE_INFINITY })
  queryClient.setQueryData([...place, id], value)
  return id
}

/** What an address names; undefined where there is nothing, or nothing any more. */
export const remembered = <T>(queryClient: QueryClient, place: readonly string[], id: string | undefined) =>
  id === undefined ? undefined : queryClient.getQueryData<T>([...place, id])
export const useRemembered = <T>(place: readonly string[], id: string | undefined) =>
  remembered<T>(useQueryClient(), place, id)
