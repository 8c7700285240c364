import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { IconButton } from '../button.tsx'
import { classNames } from '../class-names.ts'

/** A static dialog is left only by its own buttons; any other also by Escape, the cross, or a click beside it. */
type Leaving = { backdrop: 'static' } | { backdrop?: 'close'; onClose: () => void; closeText: string }

export type ModalProps = Leaving & {
  title: string
  isWide?: boolean | undefined
  /** As high as the window, along the side where lines begin or, wider, where they end. */
  drawer?: 'start' | 'end' | undefined
  /** Interrupts: its text is read out with the title when it opens. */
  isAlert?: boolean | undefined
  children: ReactNode
  /** The buttons, the main one last. */
  footer?: ReactNode
}

/** A dialog for as long as it is rendered: show it with `{isOpen && <Modal …>}`. Focus goes back where it came from. */
export function Modal(props: ModalProps) {
  const { title, isWide, drawer, isAlert, children, footer } = props
  const titleId = useId()
  const textId = useId()
  const dialog = useShownDialog()
  const leave = props.backdrop === 'static' ? undefined : props.onClose
  // Text that is marked up to beyond the edge ends in a click on the dialog as well: it counts only where it began there too.
  const isPressedBeside = useRef(false)
  const handleClick = (event: MouseEvent) => {
    // The second click of a double click was meant for what opened it.
    if (event.detail < 2 && event.target === dialog.current && isPressedBeside.current) leave?.()
  }
  return (
    <dialog
      ref={dialog}
      className={classNames(
        'dialog',
        isWide && 'dialog-wide',
        drawer && 'dialog-drawer',
        drawer === 'end' && 'dialog-drawer-end',
      )}
      role={isAlert ? 'alertdialog' : undefined}
      aria-labelledby={titleId}
      aria-describedby={isAlert ? textId : undefined}
      onPointerDown={({ target }) => {
        isPressedBeside.current = target === dialog.current
      }}
      onClick={handleClick}
      onKeyDown={(event) => handleEscape(event, leave)}
      onCancel={(event) => event.preventDefault()}
    >
      <div className="dialog-head">
        <h2 id={titleId} tabIndex={-1}>
          {title}
        </h2>
        {props.backdrop !== 'static' && (
          <IconButton icon="it-close-big" label={props.closeText} onClick={props.onClose} />
        )}
      </div>
      <div id={textId} className="dialog-body">
        {children}
      </div>
      {footer && <div className="dialog-foot">{footer}</div>}
    </dialog>
  )
}

// Browsers let a second Escape through although the first 'cancel' was refused; the key itself never gets that far.
function handleEscape(event: KeyboardEvent, leave: (() => void) | undefined) {
  if (event.key !== 'Escape') return
  event.preventDefault()
  event.stopPropagation()
  leave?.()
}

/** Opens the dialog over everything when it enters the page, and gives focus back when it goes. */
function useShownDialog() {
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const element = dialog.current
    const opener = document.activeElement
    element?.showModal()
    return () => {
      element?.close()
      if (opener instanceof HTMLElement) opener.focus()
    }
  }, [])
  return dialog
}

export interface SpinnerModalProps {
  text: string
  /** What must stay in reach while everything else waits. */
  actions?: ReactNode
}

/** Covers the page while a change is under way; a change that takes under 300 ms never shows it. */
export function SpinnerModal(props: SpinnerModalProps) {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(setLate, 300, true)
    return () => clearTimeout(timer)
  }, [])
  return isLate && <SpinnerDialog {...props} />
}

function SpinnerDialog({ text, actions }: SpinnerModalProps) {
  const dialog = useShownDialog()
  // The first action is not focused: a second Enter must not trigger it.
  useLayoutEffect(() => dialog.current?.focus(), [dialog])
  return (
    <dialog
      ref={dialog}
      className="dialog spinner-dialog"
      tabIndex={-1}
      aria-label={text}
      onKeyDown={(event) => handleEscape(event, undefined)}
      onCancel={(event) => event.preventDefault()}
    >
      <div className="progress-spinner progress-spinner-active size-lg" aria-hidden="true" />
      <p role="status">{text}</p>
      {actions && <div className="spinner-actions">{actions}</div>}
    </dialog>
  )
}
