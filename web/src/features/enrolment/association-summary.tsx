import {
  type AssociationKey,
  type AssociationTab,
  type AssociationValues,
  associationForm,
  associationTabs,
} from '@portal/contract'
import { useTranslation } from 'react-i18next'
import { associationDisplay } from '#form/association-display.ts'
import { FieldTexts } from '#form/read-only/field-text.tsx'
import { shownUses } from '#form/read-only/form-display.ts'
import { Button } from '#ui/button.tsx'
import { Panel } from '#ui/layout/panel.tsx'

interface Props {
  readonly values: AssociationValues
  /** Opens a tab to change it. */
  readonly onEdit: (tab: AssociationTab) => void
}

/** All values of an association, in the order of its tabs. */
export function AssociationSummary({ values, onEdit }: Props) {
  const { t } = useTranslation()
  return associationTabs.map((tab) => {
    const title = t(`registerTabs.${tab}`)
    const edit = (
      <Button variant="quiet" size="sm" onClick={() => onEdit(tab)}>
        {t('report.edit')}
        <span className="visually-hidden">: {title}</span>
      </Button>
    )
    const names = shownUses(associationForm, values, [tab]).map(({ key }) => key as AssociationKey)
    return (
      <Panel key={tab} title={title} actions={edit}>
        <FieldTexts display={associationDisplay} names={names} values={values} />
      </Panel>
    )
  })
}
