import { useState } from 'react'
import { Button, type ButtonProps } from '../button.tsx'
import { ConfirmDialog, type ConfirmDialogProps } from './confirm-dialog.tsx'

interface Props extends Omit<ConfirmDialogProps, 'onClose'> {
  readonly button: Omit<ButtonProps, 'onClick' | 'type'>
}

/** A button that asks before something happens. */
export function ConfirmButton({ button, onConfirm, ...dialog }: Props) {
  const [isOpen, setOpen] = useState(false)
  const handleConfirm = () => {
    setOpen(false)
    onConfirm()
  }
  return (
    <>
      <Button {...(button as ButtonProps)} onClick={() => setOpen(true)} />
      {isOpen && <ConfirmDialog {...dialog} onConfirm={handleConfirm} onClose={() => setOpen(false)} />}
    </>
  )
}
