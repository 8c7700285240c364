import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Alert } from '#ui/feedback/alert.tsx'

/** A page of a conversation, oldest first. */
export interface Entries<T> {
  readonly rows: readonly T[]
  /** Whether there are others before them. */
  readonly hasEarlier: boolean
}

interface Props<T> {
  /** The newest entries; the same array as long as they are the same. */
  readonly newest: Entries<T>
  /** The place of an entry in time. */
  readonly placeOf: (row: T) => number
  /** Loads the page before an entry. */
  readonly loadEarlier: (first: T) => Promise<Entries<T>>
  readonly texts: { readonly show: string; readonly loading: string; readonly failed: string }
  readonly children: (rows: readonly T[]) => ReactNode
}

/** A conversation, oldest first, with a button above it that loads earlier entries. */
export function WithEarlier<T>({ newest, placeOf, loadEarlier, texts, children }: Props<T>) {
  const [{ known, last }, setSeen] = useState({ known: newest, last: newest.rows })
  const [state, setState] = useState<'ready' | 'loading' | 'failed'>('ready')
  const list = useRef<HTMLDivElement>(null)
  const isDone = useRef(false)
  if (last !== newest.rows) setSeen({ known: withNewest(known, newest, placeOf), last: newest.rows })
  // The button is gone: the first of the loaded entries gets the focus.
  useEffect(() => {
    if (isDone.current && !known.hasEarlier) list.current?.focus()
    isDone.current = false
  }, [known])
  const handleClick = async () => {
    const [first] = known.rows
    if (!first) return
    setState('loading')
    try {
      const page = await loadEarlier(first)
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
        {children(known.rows)}
      </div>
    </>
  )
}

/** The entries after the newest were loaded again: earlier ones stay, unless there would be a gap. */
export function withNewest<T>(known: Entries<T>, newest: Entries<T>, placeOf: (row: T) => number): Entries<T> {
  const first = newest.rows[0]
  const last = known.rows.at(-1)
  if (!(first && last) || placeOf(last) < placeOf(first)) return newest
  const earlier = known.rows.filter((row) => placeOf(row) < placeOf(first))
  return earlier.length === 0 ? newest : { rows: [...earlier, ...newest.rows], hasEarlier: known.hasEarlier }
}

/** The entries after earlier ones were loaded. */
export const withEarlier = <T,>(known: Entries<T>, { rows, hasEarlier }: Entries<T>): Entries<T> => ({
  rows: [...rows, ...known.rows],
  hasEarlier,
})
