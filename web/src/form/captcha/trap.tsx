import type { RefObject } from 'react'

/** A field that people neither see nor hear of: whoever fills it in is a program. */
export function Trap({ inputRef }: { inputRef: RefObject<HTMLInputElement | null> }) {
  return (
    <div className="trap" aria-hidden="true">
      <input ref={inputRef} type="text" name="website" tabIndex={-1} autoComplete="off" defaultValue="" />
    </div>
  )
}
