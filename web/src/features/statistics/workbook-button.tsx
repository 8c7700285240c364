import { getStatisticsFile, startStatisticsFile } from '@portal/contract'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call, callFile } from '#lib/api/call.ts'
import { notifyError } from '#lib/api/notify-error.ts'
import { saveFile } from '#lib/files/save-file.ts'
import { Button } from '#ui/button.tsx'
import { pollMs } from './statistics.queries.ts'

/** Requests the workbook of a request for statistics, and saves it as soon as it is not empty. */
async function saveWorkbook(requestId: number): Promise<void> {
  const { id } = await call(startStatisticsFile, { body: { requestId } })
  for (;;) {
    const file = await callFile(getStatisticsFile, { body: { id } })
    if (file.size > 0) return saveFile(file.name, file)
    await new Promise((resolve) => setTimeout(resolve, pollMs))
  }
}

/** Saves the statistics on show as a workbook. */
export function WorkbookButton({ id }: { readonly id: number }) {
  const { t } = useTranslation()
  const saving = useMutation({ meta: { isHandled: true }, mutationFn: saveWorkbook, onError: notifyError })
  return (
    <Button
      icon="it-download"
      pending={saving.isPending}
      pendingText={t('site.wait')}
      onClick={() => saving.mutate(id)}
    >
      {t('statisticsPage.workbook')}
    </Button>
  )
}
