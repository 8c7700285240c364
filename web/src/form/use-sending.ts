import { useState } from 'react'
import type { Sending } from './use-form-session.ts'

/** The call of a form session on a page that has no queries. */
export function useSending<V>(call: (values: V) => Promise<unknown>) {
  const [sending, setSending] = useState<Sending>({ error: null, isPending: false })
  return {
    ...sending,
    mutate: (values: V) => {
      setSending({ error: null, isPending: true })
      call(values).then(
        () => setSending({ error: null, isPending: false }),
        (error: Error) => setSending({ error, isPending: false }),
      )
    },
  }
}
