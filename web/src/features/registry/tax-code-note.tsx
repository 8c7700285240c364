import type { TaxCodeFact } from '@portal/contract'
import { useTranslation } from 'react-i18next'
import { Alert } from '#ui/feedback/alert.tsx'

/** What the tax code and the record disagree about: a warning that keeps nobody from saving. */
export function TaxCodeNote({ facts }: { readonly facts: readonly TaxCodeFact[] }) {
  const { t } = useTranslation()
  const words = facts.map((fact) => t(`registry.disagreement.facts.${fact}`)).join(', ')
  return (
    <div role="status">
      {facts.length > 0 && (
        <Alert kind="warning" title={t('registry.disagreement.title')}>
          {t('registry.disagreement.text', { facts: words })}
        </Alert>
      )}
    </div>
  )
}
