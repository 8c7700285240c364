import { type ComponentType, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { shortcut } from '#lib/backoffice/desk-keys.ts'
import { Icon } from '#ui/icon.tsx'

interface Props {
  /** The palette; it may be lazy. */
  readonly dialog: ComponentType<{ readonly onClose: () => void }>
}

/** The search in the bar: a button in the shape of a field, which opens the palette. */
export function PaletteButton({ dialog: Dialog }: Props) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button
        {...shortcut('search')}
        type="button"
        className="palette-button"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <Icon name="it-search" size="sm" />
        <span>{t('palette.title')}</span>
        <span className="key-cap" aria-hidden="true">
          Ctrl+K
        </span>
      </button>
      {isOpen && (
        <Suspense>
          <Dialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
