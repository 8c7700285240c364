import { type AssociationKey, type AssociationTab, associationForm, type Field } from '@portal/contract'
import type registerTexts from '@portal/contract/texts/register/it.json'
import type { FormDisplay } from '#form/read-only/form-display.ts'

const fields: Readonly<Record<AssociationKey, Field>> = associationForm.fields
type GroupName = keyof typeof registerTexts.registerGroups

/** How the values of an association are read, by the office, its applicants and its people. */
export const associationDisplay: FormDisplay<AssociationKey> & {
  readonly texts: Required<Pick<FormDisplay<AssociationKey>['texts'], 'labelOf' | 'columnsOf'>>
} = {
  form: associationForm,
  texts: {
    labelOf: (t, key) => t(`registerFields.${key}`),
    columnsOf: (t, key) =>
      Object.fromEntries(
        Object.keys(fields[key].columns ?? {}).map((column) => [
          column,
          t(`registerColumns.${key}.${column}` as 'registerColumns.contacts.email'),
        ]),
      ),
  },
  headingOf: (t, group) => t(`registerGroups.${group as GroupName}`),
  stepTitleOf: (t, tab) => t(`registerTabs.${tab as AssociationTab}`),
}
