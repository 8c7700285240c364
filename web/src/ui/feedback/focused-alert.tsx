import { useEffect, useRef } from 'react'
import { Alert, type AlertProps } from './alert.tsx'

/** Why something was not saved, at the start of a form whose button is far below: it takes the focus when it appears. */
export function FocusedAlert({ title, children }: Pick<AlertProps, 'title' | 'children'>) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])
  return (
    <div ref={box} tabIndex={-1} className="focused-alert">
      <Alert kind="danger" title={title} announce="now">
        {children}
      </Alert>
    </div>
  )
}
