import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Alert } from '#ui/feedback/alert.tsx'
import { encryptionStateQuery } from './encryption.queries.ts'

/** Whether an antivirus looks through what people attach (decisions §4); nothing until that is known. */
export function AntivirusLine() {
  const { t } = useTranslation()
  const { data: state } = useQuery(encryptionStateQuery)
  if (!state) return null
  return state.hasAntivirus ? (
    <p>{t('batchPage.antivirus')}</p>
  ) : (
    <Alert kind="warning">{t('batchPage.noAntivirus')}</Alert>
  )
}
