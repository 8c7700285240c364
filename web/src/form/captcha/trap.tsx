import type { RefObject } from 'react'

/** A field that people neither see nor hear: only programs fill it in. */
export function Trap({ inputRef }: { inputRef: RefObject<HTMLInputElement | null> }) {
  return (
    <div className="trap" aria-hidden="true">
      <input ref={inputRef} type="text" name="website" tabIndex={-1} autoComplete="off" defaultValue="" />
    </div>
  )
}
