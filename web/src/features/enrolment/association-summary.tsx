import {
  type AssociationKey,
  type AssociationTab,
  type AssociationValues,
  associationForm,
  associationTabs,
  isShown,
} from '@portal/contract'
import { useTranslation } from 'react-i18next'
import { DeskValueText } from '#form/desk-value-text.tsx'
import { Button } from '#ui/button.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { DefinitionList } from '#ui/layout/summary-block.tsx'
import { associationTexts, fields } from './association-texts.ts'

interface Props {
  readonly values: AssociationValues
  /** Opens a tab to change it; absent where one only reads. */
  readonly onEdit?: ((tab: AssociationTab) => void) | undefined
}

/** All values of an association, in the order of its tabs. */
export function AssociationSummary({ values, onEdit }: Props) {
  const { t } = useTranslation()
  return associationTabs.map((tab) => {
    const title = t(`registerTabs.${tab}`)
    const edit = onEdit && (
      <Button variant="quiet" size="sm" onClick={() => onEdit(tab)}>
        {t('report.edit')}
        <span className="visually-hidden">: {title}</span>
      </Button>
    )
    const uses = associationForm.steps.find(({ id }) => id === tab)?.fields ?? []
    return (
      <Panel key={tab} title={title} actions={edit}>
        <DefinitionList
          items={uses
            .filter((use) => isShown(use, values))
            .map(({ key }) => ({
              term: associationTexts.labelOf(t, key as AssociationKey),
              value: <FieldValue name={key as AssociationKey} values={values} />,
              isWide: isWide(key as AssociationKey),
            }))}
        />
      </Panel>
    )
  })
}

const isWide = (key: AssociationKey) => ['lines', 'files', 'longText'].includes(fields[key].kind)

function FieldValue({ name, values }: { readonly name: AssociationKey; readonly values: AssociationValues }) {
  const { t } = useTranslation()
  const field = fields[name]
  const parentValue = field.parent ? (values[field.parent as AssociationKey] as number | undefined) : undefined
  const columns = field.columns && associationTexts.columnsOf(t, name)
  return <DeskValueText {...{ field, parentValue, columns }} value={values[name]} />
}
