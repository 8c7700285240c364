import { getCaseSheet } from '@portal/contract'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { callFile } from '#lib/call.ts'
import { saveFile } from '#lib/save-file.ts'
import { tellRefusal } from '#lib/tell-refusal.ts'
import { Button } from '#ui/button.tsx'

/** The whole case on paper. */
export function CaseDownload({ id, code }: { id: number; code: string }) {
  const { t } = useTranslation()
  const download = useMutation({
    meta: { isHandled: true },
    mutationFn: () => callFile(getCaseSheet, { params: { id } }),
    onSuccess: (sheet) => saveFile(`${code}.pdf`, sheet),
    onError: tellRefusal,
  })
  return (
    <Button
      variant="quiet"
      icon="it-download"
      pending={download.isPending}
      pendingText={t('site.wait')}
      onClick={() => download.mutate()}
    >
      {t('caseDetail.sheet')}
    </Button>
  )
}
