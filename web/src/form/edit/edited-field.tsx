import type { Use } from '@portal/contract'
import { useTranslation } from 'react-i18next'
import { FormField, type FormFieldProps } from '../fields/form-field.tsx'
import type { EditedForm } from './edited-form.ts'

/** What is typed of a record, with the errors to show. */
export interface Typing<D, V, K extends string> {
  readonly draft: D
  readonly values: V
  /** The error in a place of the form. */
  readonly errorOf: (place: string) => string | undefined
  readonly set: (key: K, value: unknown) => void
}

interface Props<D extends object, V, K extends string>
  extends Typing<D, V, K>,
    Pick<FormFieldProps<K, V>, 'renderFiles' | 'onCreate'> {
  readonly form: Pick<EditedForm<D, never, K>, 'id' | 'display' | 'texts' | 'linesAtStake'>
  readonly use: Use<V>
}

/** The control of a field of a record; it says which lines another choice would empty. */
export function EditedField<D extends object, V, K extends string>({ form, set, ...props }: Props<D, V, K>) {
  const { t } = useTranslation()
  const { id, display, texts, linesAtStake } = form
  const key = props.use.key as string as K
  const [atStake] = linesAtStake(props.draft, key)
  return (
    <FormField
      {...props}
      id={`${id}-${key}`}
      form={display.form}
      texts={texts}
      hint={atStake && t('lines.goWithChoice', { name: texts.labelOf(t, atStake) })}
      removedLabel={t('lines.gone')}
      set={set}
    />
  )
}
