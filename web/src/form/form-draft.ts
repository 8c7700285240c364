import { useRef, useState } from 'react'
import { newSenderKey } from '#lib/api/sender-key.ts'

/** A draft that is saved outside of the form, for example in the tab, where it survives a reload. */
export interface SavedDraft<D> {
  readonly work: D
  /** Without it, the key of the session, which a reload changes. */
  readonly senderKey?: string
  readonly write: (draft: D, senderKey: string) => void
  readonly forget: () => void
}

/** A field without text, an unticked box, no lines and a field that was never filled in are equal. */
const textOf = (value: unknown) =>
  value === undefined || value === false || String(value).trim() === '' ? '' : JSON.stringify(value)

/** The fields in which two drafts differ. */
export const changedKeys = <D extends object>(draft: D, start: D) =>
  (Object.keys({ ...start, ...draft }) as (keyof D)[]).filter((key) => textOf(draft[key]) !== textOf(start[key]))

/** The values of a form, what they were at the start, and whether they differ. */
export function useFormDraft<D extends object>(initial: D | (() => D), saved?: SavedDraft<D>) {
  const [start, setStart] = useState(initial)
  const [typed, setTyped] = useState(() => ({ draft: start, senderKey: newSenderKey() }))
  const [before, setBefore] = useState<Partial<D>>({})
  const isFinished = useRef(false)
  const draft = saved?.work ?? typed.draft
  const senderKey = saved?.senderKey ?? typed.senderKey
  // What is changed and sent within one event starts from the change before it.
  const latest = useRef({ draft, senderKey })
  latest.current = { draft, senderKey }
  const type = (next: D) => {
    latest.current = { draft: next, senderKey: newSenderKey() }
    setTyped(latest.current)
  }
  const change = (part: Partial<D>) => {
    type({ ...latest.current.draft, ...part })
    saved?.write(latest.current.draft, latest.current.senderKey)
  }
  const restart = (from: D) => {
    isFinished.current = false
    saved?.forget()
    setStart(from)
    type(from)
  }
  return {
    draft,
    latest,
    change,
    /** Whether leaving now loses input. `finish` changes the answer without a render. */
    hasChanges: () => !isFinished.current && changedKeys(draft, start).length > 0,
    /** The values are sent: leaving loses nothing any more. Call it before the page changes. */
    finish: () => {
      isFinished.current = true
      saved?.forget()
    },
    restart,
    /** Starts from a newer version of the record, and keeps what was typed in `before`, for the user to compare. */
    rebase: (newer: D) => {
      const typedNow = Object.fromEntries(changedKeys(draft, start).map((key) => [key, draft[key]])) as Partial<D>
      setBefore({ ...before, ...typedNow })
      restart(newer)
    },
    before,
    restoreBefore: () => change(before),
  }
}
