import {
  type AssociationDraft,
  type AssociationKey,
  type AssociationValues,
  associationForm,
  type Use,
} from '@portal/contract'
import { useTranslation } from 'react-i18next'
import { FormField } from '#form/form-field.tsx'
import { associationTexts, linesAtStake } from './association-record.ts'
import { associationFormId } from './use-association-form.ts'

interface Props {
  readonly use: Use<AssociationValues>
  readonly draft: AssociationDraft
  readonly values: AssociationValues
  readonly errorOf: (place: string) => string | undefined
  readonly set: (key: AssociationKey, value: unknown) => void
}

/** The control of a field of an association. */
export function AssociationField({ use, draft, values, errorOf, set }: Props) {
  const { t } = useTranslation()
  const { key } = use
  const [atStake] = linesAtStake(draft, key)
  return (
    <FormField
      {...{ use, draft, values, errorOf }}
      id={`${associationFormId}-${key}`}
      form={associationForm}
      texts={associationTexts}
      hint={atStake && t('lines.goWithChoice', { name: associationTexts.labelOf(t, atStake) })}
      removedLabel={t('lines.gone')}
      onChange={(value) => set(key, value)}
    />
  )
}
