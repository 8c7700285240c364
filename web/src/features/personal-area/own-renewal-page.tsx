import { askForRenewal, checklistOf, documentKeys, documentTypes, type OwnAssociation } from '@portal/contract'
import { useTranslation } from 'react-i18next'
import { proposedValuesOf, renewalDenialText } from './own-actions.ts'
import { OwnForm } from './own-form.tsx'
import { OwnPage } from './own-page.tsx'

const renewedKeys = documentKeys.filter((key) => checklistOf('approveRenewal').includes(documentTypes[key]))

/** The values of the record without the documents that a renewal needs of this year. */
const withoutOldDocuments = (own: OwnAssociation): OwnAssociation['values'] => ({
  ...proposedValuesOf(own),
  ...Object.fromEntries(renewedKeys.map((key) => [key, undefined])),
})

/** Requests the renewal of an enrolment. */
export function OwnRenewalPage() {
  const { t } = useTranslation()
  return (
    <OwnPage title={t('personalArea.renewal.title')} denialOf={(own) => renewalDenialText(t, own)}>
      {(own) => (
        <OwnForm
          key={own.id}
          own={own}
          endpoint={askForRenewal}
          values={withoutOldDocuments(own)}
          texts={{
            intro: t('personalArea.renewal.intro'),
            send: t('personalArea.renewal.submit'),
            done: t('personalArea.renewal.done'),
          }}
        />
      )}
    </OwnPage>
  )
}
