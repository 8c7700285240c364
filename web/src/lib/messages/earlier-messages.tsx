import type { MessagePage } from '@portal/contract'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Alert } from '#ui/feedback/alert.tsx'

interface Props {
  /** The newest messages. */
  readonly newest: MessagePage
  readonly loadEarlier: (before: number) => Promise<MessagePage>
  readonly texts: { readonly show: string; readonly loading: string; readonly failed: string }
  readonly children: (messages: MessagePage['messages']) => ReactNode
}

/** A list of messages, oldest first, with a button above it that loads earlier ones. */
export function WithEarlierMessages({ newest, loadEarlier, texts, children }: Props) {
  const [{ known, last }, setSeen] = useState({ known: newest, last: newest })
  const [state, setState] = useState<'ready' | 'loading' | 'failed'>('ready')
  const list = useRef<HTMLDivElement>(null)
  const isDone = useRef(false)
  if (last !== newest) setSeen({ known: withNewest(known, newest), last: newest })
  // The button is gone: the first of the loaded messages gets the focus.
  useEffect(() => {
    if (isDone.current && !known.hasEarlier) list.current?.focus()
    isDone.current = false
  }, [known])
  const handleClick = async () => {
    const [first] = known.messages
    if (!first) return
    setState('loading')
    try {
      const page = await loadEarlier(first.id)
      isDone.current = true
      setSeen((seen) => ({ ...seen, known: withEarlier(seen.known, page) }))
      setState('ready')
    } catch {
      setState('failed')
    }
  }
  return (
    <>
      {known.hasEarlier && (
        <Button variant="quiet" pending={state === 'loading'} pendingText={texts.loading} onClick={handleClick}>
          {texts.show}
        </Button>
      )}
      {state === 'failed' && (
        <Alert kind="danger" announce="now">
          {texts.failed}
        </Alert>
      )}
      <div ref={list} tabIndex={-1}>
        {children(known.messages)}
      </div>
    </>
  )
}

/** The messages after the newest were loaded again: earlier ones stay, unless there would be a gap. */
export function withNewest(known: MessagePage, newest: MessagePage): MessagePage {
  const first = newest.messages[0]
  const last = known.messages.at(-1)
  if (!(first && last) || last.id < first.id) return newest
  const earlier = known.messages.filter(({ id }) => id < first.id)
  return earlier.length === 0 ? newest : { messages: [...earlier, ...newest.messages], hasEarlier: known.hasEarlier }
}

/** The messages after earlier ones were loaded. */
export const withEarlier = (known: MessagePage, { messages, hasEarlier }: MessagePage): MessagePage => ({
  messages: [...messages, ...known.messages],
  hasEarlier,
})
