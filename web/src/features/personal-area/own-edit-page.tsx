import { changeOwnAssociation } from '@portal/contract'
import { useTranslation } from 'react-i18next'
import { useSiteSearch } from '#lib/page/site-search.ts'
import { MissingItems } from './missing-items.tsx'
import { editDenialText, isSendingDue } from './own-actions.ts'
import { OwnForm } from './own-form.tsx'
import { OwnPage } from './own-page.tsx'

/** Edits the data and contacts of an association, or sends what the office requested. */
export function OwnEditPage() {
  const { t } = useTranslation()
  const { passo } = useSiteSearch()
  const change = {
    intro: t('personalArea.edit.intro'),
    send: t('personalArea.edit.submit'),
    done: t('personalArea.edit.done'),
  }
  const completion = {
    intro: t('personalArea.edit.introDue'),
    send: t('personalArea.edit.send'),
    done: t('personalArea.edit.sent'),
  }
  return (
    <OwnPage title={t('personalArea.edit.title')} denialOf={(own) => editDenialText(t, own)}>
      {(own) => (
        <>
          {isSendingDue(own) && <MissingItems own={own} />}
          <OwnForm
            key={own.id}
            own={own}
            endpoint={changeOwnAssociation}
            texts={isSendingDue(own) ? completion : change}
            firstTab={passo === 'documenti' ? 'documents' : undefined}
          />
        </>
      )}
    </OwnPage>
  )
}
