import { useCallback, useEffect, useRef, useState } from 'react'
import { Button, IconButton } from '../button.tsx'
import { classNames } from '../class-names.ts'
import { Icon } from '../icon.tsx'

/** How long a toast stays, unless somebody is reading it. */
const TOAST_MS = 5000

export interface Toast {
  id: number
  kind: 'success' | 'error'
  header: string
  /** What is heard in place of the header, where that is not a word of the page's language. */
  spokenHeader?: string | undefined
  body: string
  /** A button in the toast, which stays for at least `ms`. */
  action?: { text: string; keys?: string; ms: number; onSelect: () => void } | undefined
}

/** The toasts on show, newest last, and the two things one can do with them. */
export function useToasts() {
  const [toasts, setToasts] = useState<readonly Toast[]>([])
  const lastId = useRef(0)
  const show = useCallback((toast: Omit<Toast, 'id'>) => {
    lastId.current += 1
    const id = lastId.current
    setToasts((shown) => [...shown, { ...toast, id }])
  }, [])
  const dismiss = useCallback((id: number) => setToasts((shown) => shown.filter((toast) => toast.id !== id)), [])
  return { toasts, show, dismiss }
}

export interface ToastRegionProps {
  toasts: readonly Toast[]
  onDismiss: (id: number) => void
  texts: { label: string; close: string }
}

/** Stays on the page even when empty: a live region that arrives together with its text is often not read out. */
export function ToastRegion({ toasts, onDismiss, texts }: ToastRegionProps) {
  const cards = (kind: Toast['kind']) =>
    toasts
      .filter((toast) => toast.kind === kind)
      .map((toast) => <ToastCard key={toast.id} toast={toast} onDismiss={onDismiss} closeText={texts.close} />)
  return (
    <section className="toast-region" aria-label={texts.label}>
      <div role="status">{cards('success')}</div>
      <div role="alert">{cards('error')}</div>
    </section>
  )
}

interface ToastCardProps {
  toast: Toast
  onDismiss: (id: number) => void
  closeText: string
}

function ToastCard({ toast, onDismiss, closeText }: ToastCardProps) {
  const [isHeld, setHeld] = useState(false)
  const { id, kind, header, spokenHeader, body, action } = toast
  const ms = action?.ms ?? TOAST_MS
  useEffect(() => {
    if (isHeld) return
    const timer = setTimeout(onDismiss, ms, id)
    return () => clearTimeout(timer)
  }, [isHeld, id, ms, onDismiss])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: holds the clock while the pointer or focus rests on it
    <div
      className={classNames('toast show', kind === 'error' && 'toast-failed')}
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <div className="toast-header">
        <Icon name={kind === 'error' ? 'it-error' : 'it-check-circle'} />
        <span className="toast-title" aria-hidden="true">
          {header}
        </span>
        <span className="visually-hidden">{spokenHeader ?? header}</span>
        <IconButton icon="it-close-big" label={closeText} onClick={() => onDismiss(id)} />
      </div>
      <div className="toast-body">
        <span>{body}</span>
        {action && (
          <Button
            variant="secondary"
            size="sm"
            aria-keyshortcuts={action.keys}
            onClick={() => {
              onDismiss(id)
              action.onSelect()
            }}
          >
            {action.text}
          </Button>
        )}
      </div>
    </div>
  )
}
