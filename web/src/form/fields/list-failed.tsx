import { useTranslation } from 'react-i18next'
import { Button } from '#ui/button.tsx'
import type { useList } from '../choices.ts'

interface Props {
  readonly id?: string
  /** Of the field whose list did not come. */
  readonly label: string
  readonly list: Pick<ReturnType<typeof useList>, 'isLoading' | 'reload'>
}

/** Says that a list did not come, and fetches it again. */
export function ListFailed({ id, label, list: { isLoading, reload } }: Props) {
  const { t } = useTranslation()
  return (
    <div className="list-failed cluster">
      <span>{t('report.listFailed')}</span>
      <Button id={id} variant="quiet" size="sm" pending={isLoading} pendingText={t('site.loading')} onClick={reload}>
        <span>{t('report.listRetry')}</span>
        <span className="visually-hidden">{`: ${label}`}</span>
      </Button>
    </div>
  )
}
