import { useState } from 'react'
import { Button, type ButtonVariant } from './button.tsx'

export interface CopyButtonProps {
  value: string
  label: string
  /** Replaces the label, and is read out, once the value is on the clipboard. */
  copiedLabel: string
  variant?: ButtonVariant | undefined
}

export function CopyButton({ value, label, copiedLabel, variant = 'secondary' }: CopyButtonProps) {
  const [copied, setCopied] = useState<string>()
  const isCopied = copied === value
  const handleClick = async () => {
    if (await copy(value)) setCopied(value)
  }
  return (
    <>
      <Button variant={variant} icon={isCopied ? 'it-check' : 'it-copy'} onClick={handleClick}>
        {isCopied ? copiedLabel : label}
      </Button>
      <span className="visually-hidden" role="status">
        {isCopied && copiedLabel}
      </span>
    </>
  )
}

/** Puts text on the clipboard; where the page is not on https there is only the old way. */
async function copy(text: string): Promise<boolean> {
  if (navigator.clipboard)
    return navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    )
  const area = document.createElement('textarea')
  area.value = text
  const opener = document.activeElement
  document.body.append(area)
  area.focus()
  area.select()
  const isCopied = document.execCommand('copy')
  area.remove()
  if (opener instanceof HTMLElement) opener.focus()
  return isCopied
}
