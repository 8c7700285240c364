import type { FileRef } from '@portal/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#ui/button.tsx'
import type { Elements } from '#ui/elements.tsx'
import { PreviewDialog } from './preview-dialog.tsx'
import { previewKindOf } from './preview-kind.ts'

interface Props {
  readonly files: readonly FileRef[]
  /** Draws the files; gets the button that shows one, and nothing for a file that is only saved. */
  readonly children: (buttonOf: (file: FileRef) => Elements) => Elements
}

/** Files that can be looked at without being saved, one after the other. */
export function FilePreviews({ files, children }: Props) {
  const { t } = useTranslation()
  const [shownId, setShownId] = useState<string>()
  const shown = files.filter(({ name }) => previewKindOf(name) !== undefined)
  const buttonOf = ({ id, name }: FileRef) =>
    shown.some((file) => file.id === id) && (
      <Button variant="quiet" size="sm" onClick={() => setShownId(id)}>
        <span>{t('preview.show')}</span>
        <span className="visually-hidden">{`: ${name}`}</span>
      </Button>
    )
  return (
    <>
      {children(buttonOf)}
      {shownId !== undefined && (
        <PreviewDialog files={shown} shownId={shownId} onShow={setShownId} onClose={() => setShownId(undefined)} />
      )}
    </>
  )
}
