import { type CaseDetail, getCaseSheet } from '@portal/contract'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { callFile } from '#lib/api/call.ts'
import { notifyError } from '#lib/api/notify-error.ts'
import { saveFile } from '#lib/files/save-file.ts'
import { Button } from '#ui/button.tsx'

/** Saves the whole case as a PDF. */
export const useCaseDownload = ({ id, code }: Pick<CaseDetail, 'id' | 'code'>) =>
  useMutation({
    meta: { isHandled: true },
    mutationFn: () => callFile(getCaseSheet, { params: { id } }),
    onSuccess: (sheet) => saveFile(`${code}.pdf`, sheet),
    onError: notifyError,
  })

/** The whole case on paper. */
export function CaseDownload({ record }: { record: CaseDetail }) {
  const { t } = useTranslation()
  const download = useCaseDownload(record)
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
