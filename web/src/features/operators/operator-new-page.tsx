import { submitTypes } from '@portal/contract'
import { useTranslation } from 'react-i18next'
import { useGo } from '#lib/page/navigation.ts'
import { notify } from '#lib/page/notices.ts'
import { Breadcrumb } from '#ui/layout/breadcrumb.tsx'
import { emptyDraft } from './operator-draft.ts'
import { firstFieldId } from './operator-fields.tsx'
import { OperatorForm } from './operator-form.tsx'
import { operatorListHref } from './operator-name.ts'
import { useOperatorForm } from './use-operator-form.ts'

/** 'Nuovo operatore'. */
export function OperatorNewPage() {
  const { t } = useTranslation()
  const go = useGo()
  const form = useOperatorForm(undefined, (submitType) => {
    notify({ kind: 'success', body: t('operators.inserted') })
    if (submitType !== submitTypes.another) return go(operatorListHref())
    form.restart(emptyDraft)
    document.getElementById(firstFieldId)?.focus()
  })
  return (
    <div className="reading-column">
      <Breadcrumb
        label={t('site.breadcrumb')}
        trail={[{ text: t('operators.title'), href: operatorListHref() }]}
        current={t('operators.new')}
      />
      <h1>{t('operators.new')}</h1>
      <p>{t('operators.newIntro')}</p>
      <OperatorForm form={form} cancelHref={operatorListHref()} isNew />
    </div>
  )
}
