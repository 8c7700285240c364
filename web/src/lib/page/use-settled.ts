import { useEffect, useState } from 'react'

/** The value after a pause without changes, compared by content. */
export function useSettled<T>(value: T, pauseMs: number): T | undefined {
  const text = JSON.stringify(value)
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(setSettled, pauseMs, text)
    return () => clearTimeout(timer)
  }, [text, pauseMs])
  return settled === undefined ? undefined : (JSON.parse(settled) as T)
}
