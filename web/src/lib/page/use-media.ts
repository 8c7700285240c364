import { useCallback, useSyncExternalStore } from 'react'

const find = (query: string) => globalThis.matchMedia?.(query)

/** Whether the window is such as a media query asks, for what style sheets alone cannot do. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const media = find(query)
      media?.addEventListener('change', onChange)
      return () => media?.removeEventListener('change', onChange)
    },
    [query],
  )
  return useSyncExternalStore(subscribe, () => find(query)?.matches ?? false)
}
