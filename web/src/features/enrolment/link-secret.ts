import { useEffect, useState } from 'react'

/**
 * The secret that a link of a mail carries in the fragment of its address: `#pratica=…`. Mails isolate their links from text of the
 * other direction, and some programs take the mark that ends the isolation for a part of the link.
 */
const secretIn = (name: string) =>
  typeof location === 'undefined'
    ? undefined
    : new URLSearchParams(location.hash.slice(1)).get(name)?.replaceAll(/[\u2066-\u2069]/g, '')

/** The same, taken out of the address: who sees the screen or the history afterwards cannot open the link. */
export function useLinkSecret(name: string): string | undefined {
  const [secret] = useState(() => secretIn(name))
  useEffect(() => {
    if (secretIn(name)) history.replaceState(history.state, '', location.pathname + location.search)
  }, [name])
  return secret
}
