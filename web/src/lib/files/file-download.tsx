import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Button, type ButtonVariant } from '#ui/button.tsx'
import { notifyError } from '../api/notify-error.ts'
import { type FetchDocument, saveDocument } from './save-document.ts'

/** Asks the server for a document and saves it under a name, which has no extension. */
export const useDocumentDownload = (name: string, fetchDocument: FetchDocument) =>
  useMutation({
    meta: { isHandled: true },
    mutationFn: () => saveDocument(name, fetchDocument),
    onError: notifyError,
  })

interface Props {
  readonly download: Pick<ReturnType<typeof useDocumentDownload>, 'isPending' | 'mutate'>
  readonly variant: ButtonVariant
  readonly children: string
}

export function DownloadButton({ download, variant, children }: Props) {
  const { t } = useTranslation()
  return (
    <Button
      variant={variant}
      icon="it-download"
      pending={download.isPending}
      pendingText={t('site.wait')}
      onClick={() => download.mutate()}
    >
      {children}
    </Button>
  )
}
