import type { ReactNode } from 'react'
import { Button } from '../button.tsx'
import { Modal } from './modal.tsx'

export interface ConfirmDialogProps {
  title: string
  /** What will happen after confirmation. */
  children: ReactNode
  texts: { confirm: string; cancel: string; close: string }
  /** For irreversible actions. */
  isDanger?: boolean | undefined
  onConfirm: () => void
  onClose: () => void
}

/** Asks before something happens; the way out comes first, so that Enter does no harm. */
export function ConfirmDialog({ title, children, texts, isDanger, onConfirm, onClose }: ConfirmDialogProps) {
  return (
    <Modal
      title={title}
      onClose={onClose}
      closeText={texts.close}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            {texts.cancel}
          </Button>
          <Button variant={isDanger ? 'danger' : 'primary'} onClick={onConfirm}>
            {texts.confirm}
          </Button>
        </>
      }
    >
      {children}
    </Modal>
  )
}
