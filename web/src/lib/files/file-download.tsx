import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button, type ButtonVariant } from '#ui/button.tsx'
import { notifyError } from '../api/notify-error.ts'
import { saveFile } from './save-file.ts'

/** Asks the server for a file and offers it under a name. */
export const useFileDownload = (name: string, fetchFile: () => Promise<Blob>) =>
  useMutation({
    meta: { isHandled: true },
    mutationFn: fetchFile,
    onSuccess: (file) => saveFile(name, file),
    onError: notifyError,
  })

interface Props {
  readonly download: Pick<ReturnType<typeof useFileDownload>, 'isPending' | 'mutate'>
  readonly variant: ButtonVariant
  readonly children: ReactNode
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
